import { Suspense, useEffect, useState } from 'react'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import {
  CheckedPage,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/parts/mailed-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { mailedLinkMessages } from '#web/parts/texts/messages.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { newPasswordFaults } from '#web/parts/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/parts/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { beginRecovery, type ConfirmReply } from './contract.ts'
import type { PassedStep } from './first-step.tsx'
import { messages, recoverMessages } from './texts/messages.ts'
import { Done, NewFactorStep, preloadNextSteps } from './next-steps.tsx'
import { StepTitle } from './step-title.tsx'

type Props = {
  /** Token of the mailed link. */
  token: string | undefined
  /** True if the page was opened without the token of its link. */
  isLost: boolean
  loginUrl: string
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
}

/** Page for a user who has lost both password and second factor; one link sets both. */
export function RecoverPage(props: Props) {
  const t = useMessages(recoverMessages)
  const shared = useMessages(fieldMessages)
  const resetTexts = useMessages(messages)
  const check = useMailedLink(props.token, 'recover')
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.recoverTitle}
      text={shared.loading}
      invalid={{ title: resetTexts.invalidTitle, text: t.recoverInvalid }}
      actions={<ButtonLink href={props.loginUrl}>{t.logIn}</ButtonLink>}
    >
      {(link, onInvalid) => <Steps {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

type StepsProps = Props & { link: MailedLink | undefined; onInvalid: () => void }
/** The passed first step. The password is sent again with the new factor, because it is saved only then. */
type RecoveryFirstStep = PassedStep & { password: string }

function Steps(props: StepsProps) {
  const { token = '', link, onLoggedIn, onDone, onInvalid } = props
  const [firstStep, setFirstStep] = useState<RecoveryFirstStep | 'expired'>()
  const [confirmation, setConfirmation] = useState<ConfirmReply>()
  const t = useMessages(recoverMessages)

  function onRefused(code: number): boolean {
    if (code === errorCodes.loginExpired) setFirstStep('expired')
    else if (code === errorCodes.invalidLink) onInvalid()
    else return false
    return true
  }

  useEffect(preloadNextSteps, [])

  if (confirmation) {
    const { recoveryCodes, user } = confirmation
    const done = { codes: recoveryCodes, email: user?.email ?? '', onSaved: () => onDone(user) }
    return (
      <Suspense>
        <Done {...done} isPasswordSet isPasskey={user?.mfa.totp === false} />
      </Suspense>
    )
  }
  if (firstStep === undefined || firstStep === 'expired')
    return (
      <BeginForm
        token={token}
        link={link}
        isExpired={firstStep === 'expired'}
        onPassed={setFirstStep}
        onRefused={onRefused}
      />
    )
  return (
    <Suspense>
      <NewFactorStep
        way="recovery"
        title={t.recoverTitle}
        extraFields={{ token, password: firstStep.password }}
        firstStep={firstStep}
        onRefused={onRefused}
        onDone={(reply) => {
          onLoggedIn()
          setConfirmation(reply)
        }}
      />
    </Suspense>
  )
}

type BeginProps = {
  token: string
  link: MailedLink | undefined
  isExpired: boolean
  onPassed: (firstStep: RecoveryFirstStep) => void
  onRefused: (code: number) => boolean
}

function BeginForm({ token, link, isExpired, onPassed, onRefused }: BeginProps) {
  const t = useMessages(recoverMessages)
  const resetTexts = useMessages(messages)
  const linkTexts = useMessages(mailedLinkMessages)
  const { email = placeholder, firstname = '', lastname = '' } = link ?? {}
  // The page knows only a masked address, which neither a check nor a password manager can use.
  const context = { person: { email: '', firstname, lastname }, isSignUp: false }
  const form = useForm(
    beginRecovery,
    { ...linkTexts, ...t },
    {
      initial: { token, supportCode: '', password: '', confirmPassword: '' },
      check: (typed) => newPasswordFaults(typed, context),
      onDone: (key, input) =>
        onPassed({ key, oldCode: undefined, password: String(input.password) }),
      onRefused: ({ code }) => onRefused(code),
    },
  )
  return (
    <>
      <StepTitle step={1} title={t.recoverTitle} />
      {isExpired && <Notice kind="warning">{resetTexts.beginAgain}</Notice>}
      <p>
        <TextWithEmail text={resetTexts.whose} email={email} />
      </p>
      <p>{t.recoverText}</p>
      <Form form={form}>
        <HiddenUsername email="" />
        <NewPasswordFields form={form} name="password" context={context} />
        <CodeField form={form} name="supportCode" />
        <SubmitButton form={form}>{t.next}</SubmitButton>
      </Form>
    </>
  )
}

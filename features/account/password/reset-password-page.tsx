import type { ReactNode } from 'react'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { CheckedPage, placeholder, useMailedLink, type MailedLink } from '#web/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { newPasswordFaults } from '#web/ui/new-password-faults.ts'
import { HiddenUsername, NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { mailedLinkMessages } from '#web/ui/mailed-link-messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { confirmReset } from './contract.ts'
import { resetMessages } from './messages.ts'

/** A link that hands the address on without showing it in the URL. */
type LinkTo = (text: string, email: string) => ReactNode

type ResetProps = {
  token: string | undefined
  isLost: boolean
  /** Set once the password is: whether it was the user's first. */
  done: { isFirst: boolean } | undefined
  /** The address that the mailed link names; empty when it names none. */
  email: string
  loginLink: LinkTo
  requestLink: LinkTo
  onDone: (done: { isFirst: boolean }) => void
}

/** Sets a password by a mailed link, the first or a new one. Opening the link does not use it up. */
export function ResetPasswordPage(props: ResetProps) {
  const t = useMessages(resetMessages)
  const check = useMailedLink(props.token, 'reset-password')
  if (props.done) return <PasswordSet {...props} {...props.done} />
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.resetTitle}
      text={t.checking}
      invalid={
        <>
          <PageTitle>{t.invalidTitle}</PageTitle>
          <p>{t.invalidText}</p>
        </>
      }
      actions={props.requestLink(t.requestNew, props.email)}
    >
      {(link, onInvalid) => <ChoosePassword {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

function PasswordSet({ isFirst, email, loginLink }: ResetProps & { isFirst: boolean }) {
  const t = useMessages(resetMessages)
  return (
    <>
      <PageTitle key="done">{isFirst ? t.firstDoneTitle : t.doneTitle}</PageTitle>
      <Notice kind="success">{isFirst ? t.firstDoneText : t.doneText}</Notice>
      {loginLink(t.logIn, email)}
    </>
  )
}

type ChooseProps = ResetProps & { link: MailedLink | undefined; onInvalid: () => void }

function ChoosePassword(props: ChooseProps) {
  const { token = '', email, link, onDone, onInvalid } = props
  const t = useMessages(resetMessages)
  const linkTexts = useMessages(mailedLinkMessages)
  const isFirst = link?.hasPassword === false
  const { firstname = '', lastname = '' } = link ?? {}
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(
    confirmReset,
    { ...linkTexts, ...t },
    {
      empty: { token, password: '', confirmPassword: '' },
      check: (typed) => newPasswordFaults(typed, context),
      onDone: () => onDone({ isFirst }),
      onRefused: onCode(errorCodes.invalidLink, onInvalid),
    },
  )
  return (
    <>
      <PageTitle key="choose">{isFirst ? t.firstTitle : t.resetTitle}</PageTitle>
      <p>
        <TextWithEmail text={t.account} email={email || (link?.email ?? placeholder)} />
      </p>
      <p>{isFirst ? t.firstText : t.resetText}</p>
      <Form form={form}>
        <HiddenUsername email={email} />
        <NewPasswordFields form={form} name="password" context={context} />
        <SubmitButton form={form}>{t.save}</SubmitButton>
      </Form>
    </>
  )
}

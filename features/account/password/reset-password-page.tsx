import { useState, type ReactNode } from 'react'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import {
  CheckedContent,
  LinkCheckFailed,
  placeholder,
  useMailedLink,
  type MailedLink,
} from '#web/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HiddenUsername, NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { confirmReset } from './contract.ts'
import { resetMessages } from './messages.ts'

/** A link that hands the address on without showing it in the URL. */
type LinkTo = (text: string, email: string) => ReactNode

type ResetProps = {
  token: string | undefined
  /** The address that the mailed link names; empty when it names none. */
  email: string
  loginLink: LinkTo
  requestLink: LinkTo
  onDone: () => void
}

type State = 'asking' | 'done' | 'invalid'

/** Sets a password by a mailed link, the first or a new one. Opening the link does not use it up. */
export function ResetPasswordPage({ token, email, loginLink, requestLink, onDone }: ResetProps) {
  const t = useMessages(resetMessages)
  const [found, retry] = useMailedLink(token, 'reset-password')
  const [state, setState] = useState<State>('asking')
  const isFirst = typeof found === 'object' && 'hasPassword' in found && !found.hasPassword
  if (state === 'done') return <Done isFirst={isFirst}>{loginLink(t.logIn, email)}</Done>
  if (state === 'invalid' || found === 'invalid') {
    return <Invalid>{requestLink(t.requestNew, email)}</Invalid>
  }
  if (found instanceof Error) {
    return <LinkCheckFailed title={t.resetTitle} error={found} onRetry={retry} />
  }
  return (
    <CheckedContent isChecking={found === 'checking'} text={t.checking}>
      <ChoosePassword
        token={token ?? ''}
        email={email}
        link={found === 'checking' ? undefined : found}
        onInvalid={() => setState('invalid')}
        onDone={() => {
          setState('done')
          onDone()
        }}
      />
    </CheckedContent>
  )
}

function Done({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const t = useMessages(resetMessages)
  const title = isFirst ? t.firstDoneTitle : t.doneTitle
  return (
    <>
      <PageTitle key="done">{title}</PageTitle>
      <Notice kind="success">{isFirst ? t.firstDoneText : t.doneText}</Notice>
      {children}
    </>
  )
}

function Invalid({ children }: { children: ReactNode }) {
  const t = useMessages(resetMessages)
  return (
    <>
      <PageTitle key="invalid">{t.invalidTitle}</PageTitle>
      <p>{t.invalidText}</p>
      {children}
    </>
  )
}

type ChooseProps = {
  token: string
  email: string
  /** Undefined while it is checked. */
  link: MailedLink | undefined
  onDone: () => void
  onInvalid: () => void
}

function ChoosePassword({ token, email, link, onDone, onInvalid }: ChooseProps) {
  const t = useMessages(resetMessages)
  const isFirst = link?.hasPassword === false
  const { firstname = '', lastname = '' } = link ?? {}
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(confirmReset, t, {
    empty: { token, password: '', confirmPassword: '' },
    context: () => context,
    onDone,
    onRefused: onCode(errorCodes.invalidLink, onInvalid),
  })
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

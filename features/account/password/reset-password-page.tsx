import { useState, type ReactNode } from 'react'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { CheckedPage, placeholder, useMailedLink, type MailedLink } from '#web/mailed-link.tsx'
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

/** Sets a password by a mailed link, the first or a new one. Opening the link does not use it up. */
export function ResetPasswordPage(props: ResetProps) {
  const t = useMessages(resetMessages)
  return (
    <CheckedPage
      check={useMailedLink(props.token, 'reset-password')}
      title={t.resetTitle}
      text={t.checking}
      invalid={
        <>
          <PageTitle>{t.invalidTitle}</PageTitle>
          <p>{t.invalidText}</p>
          {props.requestLink(t.requestNew, props.email)}
        </>
      }
    >
      {(link, onInvalid) => <ChoosePassword {...props} link={link} onInvalid={onInvalid} />}
    </CheckedPage>
  )
}

type ChooseProps = ResetProps & { link: MailedLink | undefined; onInvalid: () => void }

function ChoosePassword(props: ChooseProps) {
  const { token = '', email, link, loginLink, onDone, onInvalid } = props
  const t = useMessages(resetMessages)
  const [isDone, setDone] = useState(false)
  const isFirst = link?.hasPassword === false
  const { firstname = '', lastname = '' } = link ?? {}
  const context = { person: { email, firstname, lastname }, isSignUp: false }
  const form = useForm(confirmReset, t, {
    empty: { token, password: '', confirmPassword: '' },
    context: () => context,
    onDone: () => {
      setDone(true)
      onDone()
    },
    onRefused: onCode(errorCodes.invalidLink, onInvalid),
  })
  if (isDone) {
    return (
      <>
        <PageTitle key="done">{isFirst ? t.firstDoneTitle : t.doneTitle}</PageTitle>
        <Notice kind="success">{isFirst ? t.firstDoneText : t.doneText}</Notice>
        {loginLink(t.logIn, email)}
      </>
    )
  }
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

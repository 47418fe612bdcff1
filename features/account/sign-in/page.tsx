import { useEffect, type ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { withEmail, type Link } from '#contract/links.ts'
import { errorCodes } from '#contract/refusal.ts'
import { focusEmpty } from '#web/first-focus.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { messages } from './texts/messages.ts'

type PasswordFormProps<E extends Endpoint> = {
  /** Login endpoint of users or admins. */
  endpoint: E
  email: string
  /** True if the same user logs in again. */
  isSameUser?: boolean
  /** Page for a forgotten password, which receives the typed email address. */
  forgotPassword?: Link
  /** True to focus the first empty field on wide screens. */
  takesFocus?: boolean
  children?: ReactNode
  onDone: (reply: Reply<E>, email: string) => void
}

type StepProps<E extends Endpoint> = PasswordFormProps<E> & {
  /** Replaces the title of the user login; `text` is that of the browser's tab. */
  title?: { text: string; content: ReactNode } | undefined
  isExpired: boolean
  notice?: ReactNode
}

/** First step: email and password. */
export function PasswordStep<E extends Endpoint>(props: StepProps<E>) {
  const { title, isExpired, notice, ...form } = props
  const t = useMessages(messages)
  return (
    <>
      <PageTitle name={title?.text ?? t.title}>{title?.content ?? t.title}</PageTitle>
      {notice}
      {isExpired && <ExpiredNotice />}
      <PasswordForm {...form} takesFocus={!isExpired} />
    </>
  )
}

export function ExpiredNotice() {
  const t = useMessages(messages)
  return (
    <Notice kind="warning" title={t.expiredTitle}>
      {t.expiredText}
    </Notice>
  )
}

export function PasswordForm<E extends Endpoint>(props: PasswordFormProps<E>) {
  const { endpoint, email, isSameUser = false, takesFocus = false, forgotPassword, onDone } = props
  const t = useMessages(messages)
  const form = useForm(endpoint, t, {
    initial: { email, password: '' },
    // More than the number of fields, so that no summary repeats their errors.
    summaryFrom: 3,
    places: { [errorCodes.invalidCredentials]: 'password' },
    onDone: (reply, input) => onDone(reply, String(input.email)),
  })

  useEffect(() => {
    if (takesFocus) focusEmpty(document.getElementById(form.id), 'body, h1')
  }, [takesFocus, form.id])

  return (
    <Form form={form}>
      {props.children}
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete={isSameUser ? 'username' : 'username webauthn'}
        readOnly={isSameUser}
      />
      <PasswordField
        form={form}
        name="password"
        autoComplete={isSameUser ? 'current-password webauthn' : 'current-password'}
      >
        {forgotPassword && (
          <LinkTo to={withEmail(forgotPassword, String(form.values.email))} className="side-link">
            {t.forgotPassword}
          </LinkTo>
        )}
      </PasswordField>
      <SubmitButton form={form}>{t.logIn}</SubmitButton>
    </Form>
  )
}

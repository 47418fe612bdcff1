import type { ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { messages } from './messages.ts'

type PasswordFormProps<E extends Endpoint> = {
  /** The endpoint of users or of admins. */
  endpoint: E
  email: string
  /** The same user logs in again. */
  isSameUser?: boolean
  forgotPasswordLink?: (text: string, email: string) => ReactNode
  children?: ReactNode
  onDone: (reply: Reply<E>, email: string) => void
}

type StepProps<E extends Endpoint> = PasswordFormProps<E> & {
  /** Replaces the title of the user login. */
  title?: string
  isExpired: boolean
  notice?: ReactNode
}

/** First step: email and password. */
export function PasswordStep<E extends Endpoint>(props: StepProps<E>) {
  const { title, isExpired, notice, ...form } = props
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{title ?? t.title}</PageTitle>
      {notice}
      {isExpired && <ExpiredNotice />}
      <PasswordForm {...form} />
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
  const { endpoint, email, isSameUser = false, forgotPasswordLink, children, onDone } = props
  const t = useMessages(messages)
  const form = useForm(endpoint, t, {
    empty: { email, password: '' },
    onDone: (reply, sent) => onDone(reply, String(sent.email)),
  })
  return (
    <Form form={form}>
      {children}
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete={isSameUser ? 'username' : 'username webauthn'}
        readOnly={isSameUser}
      />
      <PasswordField form={form} name="password" autoComplete="current-password">
        {forgotPasswordLink?.(t.forgotPassword, String(form.values.email))}
      </PasswordField>
      <SubmitButton form={form}>{t.logIn}</SubmitButton>
    </Form>
  )
}

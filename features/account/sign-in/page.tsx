import { useEffect, type ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/refusal.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { idOf } from '#web/ui/form-state.ts'
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
  /** Puts the focus into the first empty field, on wide screens. */
  takesFocus?: boolean
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
  const { endpoint, email, isSameUser = false, takesFocus = false, onDone } = props
  const t = useMessages(messages)
  const form = useForm(endpoint, t, {
    empty: { email, password: '' },
    summaryFrom: 3,
    places: { [errorCodes.invalidCredentials]: 'password' },
    onDone: (reply, sent) => onDone(reply, String(sent.email)),
  })
  const [emailId, passwordId] = [idOf(form, 'email'), idOf(form, 'password')]

  useEffect(() => {
    if (takesFocus) focusEmpty(emailId, passwordId)
  }, [takesFocus, emailId, passwordId])

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
      <PasswordField form={form} name="password" autoComplete="current-password">
        {props.forgotPasswordLink?.(t.forgotPassword, String(form.values.email))}
      </PasswordField>
      <SubmitButton form={form}>{t.logIn}</SubmitButton>
    </Form>
  )
}

/** Not on a phone, where the keyboard would cover the page, nor once the visitor has gone to a field or a link. */
function focusEmpty(emailId: string, passwordId: string): void {
  const { activeElement } = document
  const isFree = activeElement === document.body || activeElement?.matches('h1')
  if (!isFree || !matchMedia('(width >= 960px)').matches) return
  const email = document.querySelector<HTMLInputElement>(`#${CSS.escape(emailId)}`)
  const field = email?.value === '' ? email : document.getElementById(passwordId)
  field?.focus()
}

import { useState, type ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { errorCodes } from '#contract/refusal.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { adminMessages, messages } from './messages.ts'

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
  /** Name of the platform that the login continues to. */
  platform?: string | undefined
  notice?: ReactNode
}

/** First step: email and password. */
export function PasswordStep<E extends Endpoint>(props: StepProps<E>) {
  const { title, isExpired, platform, notice, ...form } = props
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{title ?? t.title}</PageTitle>
      {notice}
      {isExpired && <ExpiredNotice />}
      {platform !== undefined && <Notice>{fill(t.continuesTo, { platform })}</Notice>}
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

type CodeProps<E extends Endpoint> = {
  endpoint: E
  email: string
  onDone: (reply: Reply<E>) => void
  onExpired: () => void
}

type CodeStepProps<E extends Endpoint> = CodeProps<E> & {
  onBack: () => void
  /** More help for a user without their authenticator. */
  help?: ReactNode
}

/** Second step: a one-time code, or a recovery code instead. */
export function CodeStep<E extends Endpoint>({ onBack, help, ...form }: CodeStepProps<E>) {
  const t = useMessages(messages)
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <PageTitle key={String(isRecovery)}>{isRecovery ? t.recoveryTitle : t.codeTitle}</PageTitle>
      <CodeForm key={`form ${isRecovery}`} {...form} isRecovery={isRecovery} />
      <div className="quiet-actions">
        <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t.useCode : t.useRecoveryCode}
        </Button>
        {help}
        <Button variant="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

export function CodeForm<E extends Endpoint>(props: CodeProps<E> & { isRecovery: boolean }) {
  const { endpoint, email, isRecovery, onDone, onExpired } = props
  const t = useMessages(messages)
  const texts = { ...t, ...(isRecovery && { wrongCode: t.wrongRecoveryCode }) }
  const form = useForm(endpoint, texts, {
    empty: { [isRecovery ? 'recoveryCode' : 'otp']: '' } as Record<string, string>,
    onDone,
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  return (
    <Form form={form}>
      <p>{isRecovery ? t.recoveryText : <TextWithEmail text={t.codeText} email={email} />}</p>
      {isRecovery ? (
        <TextField form={form} name="recoveryCode" autoComplete="off" dir="ltr" />
      ) : (
        <CodeField form={form} name="otp" />
      )}
      <SubmitButton form={form}>{t.verify}</SubmitButton>
    </Form>
  )
}

/** Login of admins through the company's identity provider. */
export function CompanyLogin({ url, refused }: { url: string; refused: string | undefined }) {
  const t = useMessages(adminMessages)
  const reasons: Record<string, string> = {
    'not-admin': t.notAdmin,
    weak: t.weak,
    failed: t.failed,
    expired: t.expired,
    unavailable: t.unavailable,
  }
  const reason = refused === undefined ? undefined : (reasons[refused] ?? t.failed)
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      {reason !== undefined && <Notice kind="warning">{reason}</Notice>}
      <p>{t.companyText}</p>
      <ButtonLink href={url}>{t.companyLogin}</ButtonLink>
    </>
  )
}

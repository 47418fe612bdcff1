import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { login, verifyCode } from './contract.ts'
import { adminMessages, messages } from './messages.ts'

/** The endpoints of users or of admins. */
type Calls<User> = { login: Endpoint; verifyCode: Endpoint; userOf: (reply: unknown) => User }

/** The cast is safe: the endpoint's schema has checked the reply. */
const ofUsers: Calls<Me> = {
  login,
  verifyCode,
  userOf: (reply) => (reply as { user: Me }).user,
}

type PasswordProps<User> = {
  /** Replaces the title of the user login. */
  title?: string
  calls?: Calls<User>
  email: string
  isExpired: boolean
  /** Name of the platform that the login continues to. */
  platform: string | undefined
  notice?: ReactNode
  forgotPasswordLink?: (text: string, email: string) => ReactNode
  onNext: (next: 'verify-mfa' | 'configure-mfa', email: string) => void
  onDone?: (user: User) => void
}

/** First step: email and password. */
export function PasswordStep<User = Me>(props: PasswordProps<User>) {
  const { email, isExpired, platform, notice, forgotPasswordLink, onNext, onDone } = props
  const { calls = ofUsers as Calls<User>, title } = props
  const t = useMessages(messages)
  const form = useForm(calls.login, t, {
    empty: { email, password: '' },
    onDone: (reply, sent) => {
      const { next } = reply as { next: 'verify-mfa' | 'configure-mfa' | 'done' }
      if (next === 'done') onDone?.(calls.userOf(reply))
      else onNext(next, String(sent.email))
    },
  })

  return (
    <>
      <PageTitle>{title ?? t.title}</PageTitle>
      {notice}
      {isExpired && (
        <Notice kind="warning" title={t.expiredTitle}>
          {t.expiredText}
        </Notice>
      )}
      {platform !== undefined && <Notice>{fill(t.continuesTo, { platform })}</Notice>}
      <Form form={form}>
        <TextField form={form} name="email" type="email" autoComplete="username webauthn" />
        <PasswordField form={form} name="password" autoComplete="current-password">
          {forgotPasswordLink?.(t.forgotPassword, String(form.values.email))}
        </PasswordField>
        <SubmitButton form={form}>{t.logIn}</SubmitButton>
      </Form>
    </>
  )
}

type CodeProps<User> = {
  calls?: Calls<User>
  email: string
  onDone: (user: User) => void
  onExpired: () => void
  onBack: () => void
  /** More help for a user without their authenticator. */
  help?: ReactNode
}

/** Second step: a one-time code, or a recovery code instead. */
export function CodeStep<User = Me>(props: CodeProps<User>) {
  const { calls = ofUsers as Calls<User>, email, onDone, onExpired, onBack, help } = props
  const t = useMessages(messages)
  const [isRecovery, setRecovery] = useState(false)
  const verify = {
    endpoint: calls.verifyCode,
    onReply: (reply: unknown) => onDone(calls.userOf(reply)),
    onExpired,
  }
  return (
    <>
      <PageTitle key={String(isRecovery)}>{isRecovery ? t.recoveryTitle : t.codeTitle}</PageTitle>
      {isRecovery ? <RecoveryForm {...verify} /> : <CodeForm {...verify} email={email} />}
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

type VerifyProps = { endpoint: Endpoint; onReply: (reply: unknown) => void; onExpired: () => void }

export function CodeForm({ email, endpoint, onReply, onExpired }: VerifyProps & { email: string }) {
  const t = useMessages(messages)
  const form = useForm(endpoint, t, {
    empty: { otp: '' },
    onDone: onReply,
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  return (
    <Form form={form}>
      <p>
        <TextWithEmail text={t.codeText} email={email} />
      </p>
      <CodeField form={form} name="otp" />
      <SubmitButton form={form}>{t.verify}</SubmitButton>
    </Form>
  )
}

export function RecoveryForm({ endpoint, onReply, onExpired }: VerifyProps) {
  const t = useMessages(messages)
  const form = useForm(
    endpoint,
    { ...t, wrongCode: t.wrongRecoveryCode },
    {
      empty: { recoveryCode: '' },
      onDone: onReply,
      onRefused: onCode(errorCodes.loginExpired, onExpired),
    },
  )
  return (
    <Form form={form}>
      <p>{t.recoveryText}</p>
      <TextField form={form} name="recoveryCode" autoComplete="off" dir="ltr" />
      <SubmitButton form={form}>{t.verify}</SubmitButton>
    </Form>
  )
}

/** Login of admins through the company's identity provider. */
export function CompanyLogin({ url, refused }: { url: string; refused: string | undefined }) {
  const t = useMessages(adminMessages)
  const reasons: Record<string, string> = {
    'not-admin': t.notAdmin,
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

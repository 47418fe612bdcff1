import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import { all, type Refusal } from '#contract/refusal.ts'
import { CodeField } from '#web/code-field.tsx'
import { Form, PasswordField, SubmitButton, TextField, useForm } from '#web/form.tsx'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { login, verifyCode } from './contract.ts'
import { words } from './messages.ts'

type PasswordProps = {
  email: string
  isExpired: boolean
  /** The platform to which the login leads, when it leads to one. */
  platform: string | undefined
  notice?: ReactNode
  forgotPasswordLink: (text: string, email: string) => ReactNode
  onNext: (next: 'verify-mfa' | 'configure-mfa', email: string) => void
  onDone: (user: Me) => void
}

/** First step: address and password. */
export function PasswordStep(props: PasswordProps) {
  const { email, isExpired, platform, notice, forgotPasswordLink, onNext, onDone } = props
  const say = useWords(words)
  const form = useForm(login, say, {
    empty: { email, password: '' },
    onDone: (reply, sent) => {
      if (reply.next === 'done') onDone(reply.user)
      else onNext(reply.next, String(sent.email))
    },
  })

  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      {notice}
      {isExpired && (
        <Notice kind="warning" title={say.expiredTitle}>
          {say.expiredText}
        </Notice>
      )}
      {platform !== undefined && <Notice>{fill(say.continuesTo, { platform })}</Notice>}
      <Form form={form}>
        <TextField
          form={form}
          name="email"
          label={say.email}
          type="email"
          autoComplete="username webauthn"
        />
        <PasswordField
          form={form}
          name="password"
          label={say.password}
          autoComplete="current-password"
        >
          {forgotPasswordLink(say.forgotPassword, String(form.values.email))}
        </PasswordField>
        <SubmitButton form={form}>{say.logIn}</SubmitButton>
      </Form>
    </>
  )
}

type CodeProps = {
  email: string
  onDone: (user: Me) => void
  onExpired: () => void
  onBack: () => void
  /** What else helps somebody whose authenticator is out of reach. */
  help?: ReactNode
}

/** Second step: a code of the authenticator, or a recovery code in its place. */
export function CodeStep({ email, onDone, onExpired, onBack, help }: CodeProps) {
  const say = useWords(words)
  const [isRecovery, setRecovery] = useState(false)
  const ways = { onDone, onExpired }
  return (
    <>
      <PageTitle key={String(isRecovery)}>
        {isRecovery ? say.recoveryTitle : say.codeTitle}
      </PageTitle>
      {isRecovery ? <RecoveryForm {...ways} /> : <CodeForm {...ways} email={email} />}
      <div className="quiet-actions">
        <button type="button" className="quiet-button" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? say.useCode : say.useRecoveryCode}
        </button>
        {help}
        <button type="button" className="quiet-button" onClick={onBack}>
          {say.back}
        </button>
      </div>
    </>
  )
}

type Ways = Pick<CodeProps, 'onDone' | 'onExpired'>

function CodeForm({ email, onDone, onExpired }: Ways & { email: string }) {
  const say = useWords(words)
  const form = useForm(verifyCode, say, {
    empty: { otp: '' },
    onDone: ({ user }) => onDone(user),
    onRefused: (refusal) => endsLogin(refusal, onExpired),
  })
  const [before, after] = say.codeText.split('{email}')
  return (
    <Form form={form}>
      <p>
        {before}
        <bdi>
          <strong>{email}</strong>
        </bdi>
        {after}
      </p>
      <CodeField form={form} name="otp" label={say.code} />
      <SubmitButton form={form}>{say.verify}</SubmitButton>
    </Form>
  )
}

function RecoveryForm({ onDone, onExpired }: Ways) {
  const say = useWords(words)
  const form = useForm(verifyCode, say, {
    empty: { recoveryCode: '' },
    onDone: ({ user }) => onDone(user),
    onRefused: (refusal) => endsLogin(refusal, onExpired),
  })
  return (
    <Form form={form}>
      <p>{say.recoveryText}</p>
      <TextField
        form={form}
        name="recoveryCode"
        label={say.recoveryCode}
        autoComplete="off"
        dir="ltr"
      />
      <SubmitButton form={form}>{say.verify}</SubmitButton>
    </Form>
  )
}

function endsLogin({ code }: Refusal, onExpired: () => void): boolean {
  if (code !== all.loginExpired) return false
  onExpired()
  return true
}

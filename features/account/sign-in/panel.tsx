import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { Me } from '#contract/me.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { login, verifyCode } from './contract.ts'
import { messages } from './messages.ts'
import { CodeForm, RecoveryForm } from './page.tsx'

type Props = {
  email: string
  onDone: (user: Me) => void
  /** The next step needs a page of its own. */
  onOther: () => void
}

/** Logs a known user in again without leaving the page. */
export function LogInAgainPanel({ email, onDone, onOther }: Props) {
  const [step, setStep] = useState<'password' | 'expired' | 'code' | 'recovery'>('password')
  return (
    <FieldFocus key={step}>
      {step === 'password' || step === 'expired' ? (
        <PasswordForm
          email={email}
          isExpired={step === 'expired'}
          onDone={onDone}
          onNext={(next) => (next === 'verify-mfa' ? setStep('code') : onOther())}
        />
      ) : (
        <ProofForm
          email={email}
          isRecovery={step === 'recovery'}
          onDone={onDone}
          onExpired={() => setStep('expired')}
          onSwitch={() => setStep(step === 'recovery' ? 'code' : 'recovery')}
        />
      )}
    </FieldFocus>
  )
}

/** Focuses the first field: the steps have no heading to focus. */
function FieldFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [])
  return <div ref={place}>{children}</div>
}

type ProofProps = {
  email: string
  isRecovery: boolean
  onDone: (user: Me) => void
  onExpired: () => void
  onSwitch: () => void
}

function ProofForm({ email, isRecovery, onDone, onExpired, onSwitch }: ProofProps) {
  const t = useMessages(messages)
  const verify = {
    endpoint: verifyCode,
    // The endpoint's schema has checked the reply.
    onReply: (reply: unknown) => onDone((reply as Reply<typeof verifyCode>).user),
    onExpired,
  }
  return (
    <>
      {isRecovery ? <RecoveryForm {...verify} /> : <CodeForm {...verify} email={email} />}
      <Button variant="quiet" onClick={onSwitch}>
        {isRecovery ? t.useCode : t.useRecoveryCode}
      </Button>
    </>
  )
}

type PasswordProps = {
  email: string
  isExpired: boolean
  onDone: (user: Me) => void
  onNext: (next: 'verify-mfa' | 'configure-mfa') => void
}

function PasswordForm({ email, isExpired, onDone, onNext }: PasswordProps) {
  const t = useMessages(messages)
  const form = useForm(login, t, {
    empty: { email, password: '' },
    onDone: (reply) => (reply.next === 'done' ? onDone(reply.user) : onNext(reply.next)),
  })
  return (
    <Form form={form}>
      {isExpired && (
        <Notice kind="warning" title={t.expiredTitle}>
          {t.expiredText}
        </Notice>
      )}
      <TextField form={form} name="email" type="email" autoComplete="username" readOnly />
      <PasswordField form={form} name="password" autoComplete="current-password" />
      <SubmitButton form={form}>{t.logIn}</SubmitButton>
    </Form>
  )
}

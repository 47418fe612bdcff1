import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Me } from '#contract/me.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeForm } from './code-page.tsx'
import { login, verifyCode } from './contract.ts'
import { messages } from './messages.ts'
import { ExpiredNotice, PasswordForm } from './page.tsx'

type Props = {
  email: string
  onDone: (user: Me) => void
  /** The next step needs a page of its own. */
  onOther: () => void
}

/** Logs a known user in again without leaving the page. */
export function LogInAgainPanel({ email, onDone, onOther }: Props) {
  const t = useMessages(messages)
  const [step, setStep] = useState<'password' | 'expired' | 'code' | 'recovery'>('password')
  if (step === 'password' || step === 'expired') {
    return (
      <FieldFocus key={step}>
        <PasswordForm
          endpoint={login}
          email={email}
          isSameUser
          onDone={(reply) => {
            if (reply.next === 'done') onDone(reply.user)
            else if (reply.next === 'verify-mfa') setStep('code')
            else onOther()
          }}
        >
          {step === 'expired' && <ExpiredNotice />}
        </PasswordForm>
      </FieldFocus>
    )
  }
  const isRecovery = step === 'recovery'
  return (
    <FieldFocus key={step}>
      <CodeForm
        endpoint={verifyCode}
        email={email}
        isRecovery={isRecovery}
        onDone={({ user }) => onDone(user)}
        onExpired={() => setStep('expired')}
      />
      <Button variant="quiet" onClick={() => setStep(isRecovery ? 'code' : 'recovery')}>
        {isRecovery ? t.useCode : t.useRecoveryCode}
      </Button>
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

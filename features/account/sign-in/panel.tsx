import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { LoggedIn, Me } from '#contract/me.ts'
import { useMessages } from '#web/locale.ts'
import { signalLogin } from '#web/passkey-owner.ts'
import { canUsePasskeys } from '#web/passkeys.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeForm } from './code-page.tsx'
import { login, verifyCode } from './contract.ts'
import { messages } from './texts/messages.ts'
import { ExpiredNotice, PasswordForm } from './page.tsx'
import { UserPasskey, UserPasswordForm, UserSecondPasskey } from './passkey-page.tsx'

type Props = {
  email: string
  onDone: (user: Me) => void
  /** Called if the next step needs its own page. */
  onOther: () => void
}

type Step = 'password' | 'expired' | 'password-after-passkey' | 'code' | 'recovery'

/** Logs a known user in again without leaving the page. */
export function LogInAgainPanel({ email, onDone, onOther }: Props) {
  const [step, setStep] = useState<Step>('password')
  const [offersPasskey, setOffersPasskey] = useState(false)
  const onExpired = () => setStep('expired')

  function finish({ passkeys, user }: LoggedIn): void {
    signalLogin(passkeys, user)
    onDone(user)
  }

  function continueLogin(reply: Reply<typeof login>): void {
    if (reply.next === 'done') return finish(reply)
    if (reply.next !== 'verify-mfa') return onOther()
    setOffersPasskey(hasPasskeys() && reply.methods.includes('passkey'))
    setStep('code')
  }

  return (
    <FieldFocus key={step}>
      {(step === 'password' || step === 'expired') && (
        <>
          <PasswordForm endpoint={login} email={email} isSameUser onDone={continueLogin}>
            {step === 'expired' && <ExpiredNotice />}
          </PasswordForm>
          {hasPasskeys() && (
            <UserPasskey onDone={finish} onPassword={() => setStep('password-after-passkey')} />
          )}
        </>
      )}
      {step === 'password-after-passkey' && (
        <UserPasswordForm onDone={finish} onExpired={onExpired} />
      )}
      {(step === 'code' || step === 'recovery') && (
        <>
          {offersPasskey && <UserSecondPasskey onDone={finish} />}
          <Code
            email={email}
            isRecovery={step === 'recovery'}
            onDone={finish}
            onExpired={onExpired}
            onSwitch={() => setStep(step === 'recovery' ? 'code' : 'recovery')}
          />
        </>
      )}
    </FieldFocus>
  )
}

function hasPasskeys(): boolean {
  return settings().passkeys.user !== 'off' && canUsePasskeys()
}

type CodeProps = Omit<ComponentProps<typeof CodeForm<typeof verifyCode>>, 'endpoint'> & {
  onSwitch: () => void
}

function Code({ onSwitch, ...form }: CodeProps) {
  const t = useMessages(messages)
  return (
    <>
      <CodeForm endpoint={verifyCode} {...form} />
      <div className="quiet-actions">
        <Button variant="quiet" onClick={onSwitch}>
          {form.isRecovery ? t.useCode : t.useRecoveryCode}
        </Button>
      </div>
    </>
  )
}

/** Focuses the first field, because the steps have no heading to focus. */
function FieldFocus({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [])
  return (
    <div ref={container} className="stack-4">
      {children}
    </div>
  )
}

import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { canUsePasskeys } from '#web/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { idOf } from '#web/ui/form-state.ts'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { verifyAdminCode } from './admin-contract.ts'
import { verifyCode } from './contract.ts'
import { messages } from './texts/messages.ts'

type CodeProps<E extends Endpoint> = {
  endpoint: E
  email: string
  onDone: (reply: Reply<E>) => void
  onExpired: () => void
}

type CodeStepProps<E extends Endpoint> = CodeProps<E> & {
  onBack: () => void
  /** Additional help for a user without their device. */
  help?: ReactNode
  /** True to ask for a recovery code first, not for a one-time code. */
  byRecoveryCode?: boolean | undefined
  /** Passkey option, if the account has a passkey. */
  passkey?: ReactNode
}

/** Second step: a one-time code or a recovery code. */
function CodeStep<E extends Endpoint>(props: CodeStepProps<E>) {
  const { onBack, help, passkey, byRecoveryCode = false, ...form } = props
  const t = useMessages(messages)
  const [isRecovery, setRecovery] = useState(byRecoveryCode)
  const [isOpen, setOpen] = useState(false)

  function switchKind(): void {
    setRecovery(!isRecovery)
    setOpen(false)
  }

  const passkeyOption = canUsePasskeys() && passkey
  const title = passkeyOption ? t.secondTitle : t.codeTitle

  return (
    <>
      <PageTitle key={String(isRecovery)}>{isRecovery ? t.recoveryTitle : title}</PageTitle>
      <Suspense>{passkeyOption}</Suspense>
      <CodeForm key={`form ${isRecovery}`} {...form} isRecovery={isRecovery} />
      <div className="quiet-actions">
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.otherWays}
        </Button>
        {isOpen && (
          <>
            <Button variant="quiet" onClick={switchKind}>
              {isRecovery ? t.useCode : t.useRecoveryCode}
            </Button>
            {help}
            <Button variant="quiet" onClick={onBack}>
              {t.back}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Second step of a user’s login, for screens that do not load its contract. */
export function UserCodeStep(props: Omit<CodeStepProps<typeof verifyCode>, 'endpoint'>) {
  return <CodeStep endpoint={verifyCode} {...props} />
}

export function AdminCodeStep(props: Omit<CodeStepProps<typeof verifyAdminCode>, 'endpoint'>) {
  return <CodeStep endpoint={verifyAdminCode} {...props} />
}

export function CodeForm<E extends Endpoint>(props: CodeProps<E> & { isRecovery: boolean }) {
  const { endpoint, email, isRecovery, onDone, onExpired } = props
  const t = useMessages(messages)
  const texts = {
    ...t,
    invalidCredentials: t.wrongLogin,
    ...(isRecovery && { wrongCode: t.wrongRecoveryCode }),
  }
  const form = useForm(endpoint, texts, {
    initial: { [isRecovery ? 'recoveryCode' : 'otp']: '' } as Record<string, string>,
    onDone,
    onRefused: onCode(errorCodes.loginExpired, onExpired),
  })
  const id = idOf(form, isRecovery ? 'recoveryCode' : 'otp')

  // Runs after the heading gets the focus, so that the field receives immediate typing.
  useEffect(() => document.getElementById(id)?.focus(), [id])

  return (
    <Form form={form}>
      {isRecovery ? (
        <TextField
          form={form}
          name="recoveryCode"
          hint={t.recoveryText}
          autoComplete="off"
          dir="ltr"
        />
      ) : (
        <CodeField
          form={form}
          name="otp"
          hint={<TextWithEmail text={t.codeText} email={email} />}
        />
      )}
      <SubmitButton form={form}>{t.verify}</SubmitButton>
    </Form>
  )
}

import { useState, type ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { TextWithEmail } from '#web/ui/text-with-email.tsx'
import { verifyAdminCode } from './admin-contract.ts'
import { verifyCode } from './contract.ts'
import { messages } from './messages.ts'

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
function CodeStep<E extends Endpoint>({ onBack, help, ...form }: CodeStepProps<E>) {
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

/** For screens that load the step without its contract. */
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

import * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import { oneTimeCode } from '#contract/fields.ts'
import { AuthenticatorKey } from '#web/ui/authenticator-key.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { confirmReset, confirmResetByLink } from './contract.ts'
import type { Passed } from './first-step.tsx'
import { messages } from './messages.ts'
import { StepTitle } from './step-title.tsx'

export type Confirmed = Reply<typeof confirmReset> & Partial<Reply<typeof confirmResetByLink>>

type Props = {
  token: string | undefined
  passed: Passed
  onDone: (confirmed: Confirmed) => void
  onRefused: (code: number) => boolean
}

/** The new authenticator shows that it has the key. */
export function SecondStep({ token, passed, onDone, onRefused }: Props) {
  const t = useMessages(messages)
  const isLink = token !== undefined
  const otp = oneTimeCode.check(z.refine((code) => code !== passed.oldCode, { error: 'sameCode' }))
  const endpoint = isLink
    ? { ...confirmResetByLink, body: z.extend(confirmResetByLink.body, { otp }) }
    : { ...confirmReset, body: z.extend(confirmReset.body, { otp }) }
  const form = useForm(endpoint, t, {
    empty: { ...(isLink && { token }), otp: '' } as Record<string, string>,
    onDone,
    onRefused: ({ code }) => onRefused(code),
  })
  return (
    <>
      <StepTitle step={2} />
      <p>{t.newText}</p>
      <AuthenticatorKey given={passed.key} />
      <Form form={form}>
        <CodeField form={form} name="otp" label={t.newCode} hint={t.codeHint} />
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </Form>
    </>
  )
}

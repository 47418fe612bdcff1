import { useState } from 'react'
import * as z from 'zod/mini'
import { oneTimeCode } from '#contract/fields.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import type { PasskeyRegistration } from '#contract/passkey.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { canUsePasskeys } from '#web/passkeys.ts'
import { AuthenticatorKey } from '#web/parts/authenticator-key.tsx'
import { Check, Group } from '#web/ui/choice-group.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { NewCodeField } from '#web/parts/new-code-field.tsx'
import {
  confirmPasskeyByLink,
  confirmRecovery,
  confirmRecoveryByPasskey,
  confirmReset,
  confirmResetByLink,
  type ConfirmReply,
} from './contract.ts'
import { useCsrfTexts, type PassedStep } from './first-step.tsx'
import { messages } from './texts/messages.ts'
import { PasskeyInstead } from './passkey-instead.tsx'
import { StepTitle } from './step-title.tsx'

type Props = {
  /** Flow: a session, a link, or a link that also sets the password (`recovery`). */
  way: 'session' | 'link' | 'recovery'
  /** Fields of the request in addition to the new factor. */
  extraFields: Record<string, string>
  firstStep: PassedStep
  /** Replaces the title of a reset. */
  title?: string
  onDone: (confirmed: ConfirmReply) => void
  onRefused: (code: number) => boolean
}

/** Verifies a code of the new authenticator, or a passkey that replaces it. */
export function NewFactorStep({ way, extraFields, firstStep, title, onDone, onRefused }: Props) {
  const t = useMessages(messages)
  const [lostPasskeys, setLostPasskeys] = useState<readonly string[]>([])
  const { key, oldCode } = firstStep
  const otp = oneTimeCode.check(z.refine((code) => code !== oldCode, { error: 'sameCode' }))
  const { passkey: options, passkeys = [] } = key
  const isLink = way !== 'session'
  const form = useForm(
    endpointOf(way, otp),
    { ...t, ...useCsrfTexts(isLink) },
    {
      initial: { ...extraFields, otp: '' } as Record<string, string>,
      ...(isLink && { toBody: (typed) => ({ ...typed, lostPasskeys }) }),
      onDone,
      onRefused: ({ code }) => onRefused(code),
    },
  )

  function confirmPasskey(response: PasskeyRegistration): Promise<ConfirmReply> {
    const endpoint = way === 'recovery' ? confirmRecoveryByPasskey : confirmPasskeyByLink
    const body = { ...extraFields, response, lostPasskeys: [...lostPasskeys] }
    // The fields fit the endpoint of this flow, which the type of both endpoints does not show.
    return call(endpoint, { body: body as never })
  }

  return (
    <>
      <StepTitle step={2} title={title} />
      {passkeys.length > 0 && (
        <LostPasskeys passkeys={passkeys} lostPasskeys={lostPasskeys} onChange={setLostPasskeys} />
      )}
      <p>{t.newText}</p>
      <AuthenticatorKey authenticatorKey={key} />
      <Form form={form}>
        <NewCodeField form={form} name="otp" label={t.newCode} />
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </Form>
      {isLink && options && canUsePasskeys() && (
        <PasskeyInstead
          options={options}
          confirm={confirmPasskey}
          onDone={onDone}
          onRefused={onRefused}
        />
      )}
    </>
  )
}

/** Returns the endpoint of the flow, whose code must satisfy the stricter rule `otp` of this form. */
function endpointOf(way: Props['way'], otp: typeof oneTimeCode) {
  if (way === 'recovery')
    return { ...confirmRecovery, body: z.extend(confirmRecovery.body, { otp }) }
  if (way === 'link')
    return { ...confirmResetByLink, body: z.extend(confirmResetByLink.body, { otp }) }
  return { ...confirmReset, body: z.extend(confirmReset.body, { otp }) }
}

type LostProps = {
  passkeys: NonNullable<PassedStep['key']['passkeys']>
  lostPasskeys: readonly string[]
  onChange: (lostPasskeys: readonly string[]) => void
}

/** Asks which passkeys are on a lost device; those are removed. */
function LostPasskeys({ passkeys, lostPasskeys, onChange }: LostProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const format = (moment: string) => formatTime(moment, locale, defaultTimeZone())
  return (
    <Group legend={t.lostPasskeys}>
      <p className="soft">{t.lostPasskeysText}</p>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Check
          key={id}
          checked={lostPasskeys.includes(id)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...lostPasskeys, id] : lostPasskeys.filter((each) => each !== id),
            )
          }
        >
          <span>
            <bdi>{name}</bdi>{' '}
            <span className="second-line">
              {lastUsedAt === null
                ? t.passkeyAdded({ time: format(createdAt) })
                : t.passkeyUsed({ time: format(lastUsedAt) })}
            </span>
          </span>
        </Check>
      ))}
    </Group>
  )
}

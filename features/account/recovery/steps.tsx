import { useState } from 'react'
import * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import { oneTimeCode } from '#contract/fields.ts'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { canUsePasskeys } from '#web/passkeys.ts'
import { AuthenticatorKey } from '#web/ui/authenticator-key.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { NewCodeField } from '#web/ui/new-code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { confirmReset, confirmResetByLink } from './contract.ts'
import { FirstStep, StepTitle, useTextsOf, type Account, type PassedStep } from './first-step.tsx'
import { messages } from './messages.ts'
import { PasskeyInstead } from './passkey-instead.tsx'
import styles from './page.module.css'

type Confirmed = Reply<typeof confirmReset> & Partial<Reply<typeof confirmResetByLink>>

type Props = {
  token: string | undefined
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
  account: Account
  onOver: () => void
}

/** The two steps of a reset: the key lives from the first to the second only. */
export function Steps({ token, account, onLoggedIn, onDone, onOver }: Props) {
  const [passed, setPassed] = useState<PassedStep | 'expired'>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  function onRefused(code: number): boolean {
    if (code === errorCodes.loginExpired) setPassed('expired')
    else if (code === errorCodes.invalidLink || code === errorCodes.notLoggedIn) onOver()
    else return false
    return true
  }

  if (confirmed) {
    const email = confirmed.user?.email ?? account.email
    const { recoveryCodes, user } = confirmed
    const done = { codes: recoveryCodes, email, onSaved: () => onDone(user) }
    return <Done {...done} isPasskey={user?.mfa.totp === false} />
  }
  if (passed === undefined || passed === 'expired') {
    const isExpired = passed === 'expired'
    const step = { token, account, isExpired, onRefused }
    return <FirstStep {...step} onPassed={setPassed} />
  }
  return (
    <SecondStep
      token={token}
      passed={passed}
      onRefused={onRefused}
      onDone={(reply) => {
        if (reply.user) onLoggedIn()
        setConfirmed(reply)
      }}
    />
  )
}

type SecondStepProps = {
  token: string | undefined
  passed: PassedStep
  onDone: (confirmed: Confirmed) => void
  onRefused: (code: number) => boolean
}

/** Verifies a code of the new authenticator. */
function SecondStep({ token, passed, onDone, onRefused }: SecondStepProps) {
  const t = useMessages(messages)
  const isLink = token !== undefined
  const otp = oneTimeCode.check(z.refine((code) => code !== passed.oldCode, { error: 'sameCode' }))
  const endpoint = isLink
    ? { ...confirmResetByLink, body: z.extend(confirmResetByLink.body, { otp }) }
    : { ...confirmReset, body: z.extend(confirmReset.body, { otp }) }
  const form = useForm(
    endpoint,
    { ...t, ...useTextsOf(isLink) },
    {
      empty: { ...(isLink && { token }), otp: '' } as Record<string, string>,
      onDone,
      onRefused: ({ code }) => onRefused(code),
    },
  )
  return (
    <>
      <StepTitle step={2} />
      <p>{t.newText}</p>
      <AuthenticatorKey given={passed.key} />
      <Form form={form}>
        <NewCodeField form={form} name="otp" label={t.newCode} />
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </Form>
      {isLink && passed.key.passkey && canUsePasskeys() && (
        <PasskeyInstead {...{ token, onDone, onRefused }} options={passed.key.passkey} />
      )}
    </>
  )
}

type DoneProps = {
  codes: readonly string[]
  email: string
  onSaved: () => void
  isPasskey: boolean
}

/** Lists what has changed and shows the new recovery codes, once. */
function Done({ isPasskey, ...props }: DoneProps) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{t.doneTitle}</PageTitle>
      <Notice kind="success">
        <ul className={styles.changes}>
          <li>{isPasskey ? t.donePasskey : t.doneAuthenticator}</li>
          <li>{t.doneSessions}</li>
          <li>{t.doneCodes}</li>
          <li>{t.doneMail}</li>
        </ul>
      </Notice>
      <h2>{t.codesTitle}</h2>
      <RecoveryCodes {...props} />
    </>
  )
}

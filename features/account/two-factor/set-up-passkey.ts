import type { Body } from '#contract/endpoint.ts'
import type { RegistrationOptions } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { completeLogin } from '#domain/sign-in/login.ts'
import { consumeCodeAttempt } from '#domain/sign-in/login-attempt.ts'
import { methodsOf } from '#domain/passkeys/passkey.ts'
import {
  beginRegistration,
  mailPasskeyAdded,
  registerPasskey,
  verifyNewPasskey,
} from '#domain/passkeys/passkey-registration.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { hasSecondFactor } from '#domain/credentials/second-factor.ts'
import { transaction, type Db } from '#server/db.ts'
import type { confirmPasskey } from './contract.ts'
import { requireSetUp, type LoginCaller, type CompletedSetUp } from './set-up.ts'

const { loginExpired, secondFactorAlreadySet } = errorCodes

/** Starts the setup of a passkey for a user or admin; returns the options for the device. */
export async function beginPasskeySetUp(db: Db, caller: LoginCaller): Promise<RegistrationOptions> {
  const { attemptId, ...context } = await requireSetUp(db, caller)
  return beginRegistration(db, { ...context, boundTo: attemptId })
}

/** Adds the new passkey as the first second factor, creates recovery codes and completes the login. */
export async function confirmPasskeySetUp(
  db: Db,
  caller: LoginCaller,
  input: Body<typeof confirmPasskey>,
): Promise<CompletedSetUp> {
  const login = await requireSetUp(db, caller)
  const { area, attemptId, accountId, origin, firstMethods } = login
  if (!(await consumeCodeAttempt(db, attemptId))) throw new Refusal(loginExpired)
  const registration = await verifyNewPasskey(db, { ...login, boundTo: attemptId }, input)
  const account = await area.findAccount(db, { id: accountId }, origin)
  if (!account) throw new Refusal(loginExpired)
  const codes = await createRecoveryCodes()
  const session = await transaction(db, async (tx) => {
    const methods = methodsOf(registration.backupEligible)
    // The setup of a factor does not count as step-up authentication.
    const newSession = await completeLogin(tx, login, 'passkey', { methods, isUnverified: true })
    // `completeLogin` locks the account, so a concurrent setup in another login may have been committed first.
    if (await hasSecondFactor(tx, accountId)) throw new Refusal(secondFactorAlreadySet)
    const owner = { area, origin, account }
    const passkeyId = await registerPasskey(tx, owner, registration, firstMethods)
    await setRecoveryCodes(tx, accountId, codes)
    // The welcome mail replaces the mail about the new factor.
    const isJoining = await area.markOnboarded(tx, accountId)
    if (!isJoining) await mailPasskeyAdded(tx, owner, registration, passkeyId)
    const data = { kind: 'passkey' }
    await recordAudit(tx, area.actor(origin, accountId), 'second_factor_set', { data })
    return newSession
  })
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

import type { AuthenticatorKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  pendingLogin,
  completeLogin,
  recordLoginFailure,
  type PendingLogin,
} from '#domain/sign-in/login.ts'
import { consumeCodeAttempt } from '#domain/sign-in/login-attempt.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import {
  authenticatorKeyOf,
  confirmSecondFactor,
  createPendingFactor,
  findPendingFactor,
  hasSecondFactor,
} from '#domain/credentials/second-factor.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { verifyFirstCode } from '#domain/credentials/verification.ts'
import type { AdminAttemptCaller, AttemptCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

const { addressBlocked, loginExpired, secondFactorAlreadySet, wrongCode } = errorCodes

export type LoginCaller = AttemptCaller | AdminAttemptCaller

/**
 * Returns the pending login, which the setup of the first second factor completes. Throws `secondFactorAlreadySet` if
 * the account has a second factor, usable or not. For a decoy, which never logs in, runs the same statements and always
 * throws.
 */
export async function requireSetUp(db: Db, caller: LoginCaller): Promise<PendingLogin> {
  const login = pendingLogin(caller)
  const { accountId, decoy } = login
  const hasFactor = await hasSecondFactor(db, decoy?.accountId ?? accountId)
  if (hasFactor || decoy) throw new Refusal(secondFactorAlreadySet)
  return login
}

/** Starts the setup of an authenticator app for a user or admin; creates its key. */
export async function beginSetUp(db: Db, caller: LoginCaller): Promise<AuthenticatorKey> {
  const { area, accountId, attemptId, origin } = await requireSetUp(db, caller)
  const account = await area.findAccount(db, { id: accountId }, origin)
  if (!account) throw new Refusal(loginExpired)
  const { secret } = await createPendingFactor(db, accountId, attemptId)
  return authenticatorKeyOf(secret, account.email)
}

export type CompletedSetUp = { session: StartedSession; recoveryCodes: string[] }

/** Confirms the new authenticator by its first code and completes the login. */
export async function confirmSetUp(
  db: Db,
  caller: LoginCaller,
  otp: string,
): Promise<CompletedSetUp> {
  const login = await requireSetUp(db, caller)
  const { area, attemptId, accountId, origin } = login
  const factor = await findPendingFactor(db, accountId, attemptId)
  if (!factor || !(await consumeCodeAttempt(db, attemptId))) throw new Refusal(loginExpired)
  const check = {
    origin,
    errors: { limited: addressBlocked, wrong: wrongCode },
    onFailure: (tx: Db, reason: string) => recordLoginFailure(tx, area, origin, accountId, reason),
  }
  const step = await verifyFirstCode(db, check, factor, otp)
  const codes = await createRecoveryCodes()
  const session = await transaction(db, async (tx) => {
    // The setup of a factor does not count as step-up authentication.
    const newSession = await completeLogin(tx, login, 'otp', { isUnverified: true })
    if (!(await confirmSecondFactor(tx, factor, step))) throw new Refusal(secondFactorAlreadySet)
    await setRecoveryCodes(tx, accountId, codes)
    // The welcome mail replaces the mail about the new factor.
    const isJoining = await area.markOnboarded(tx, accountId)
    const account = await area.findAccount(tx, { id: accountId }, origin)
    if (account && !isJoining) await mailUser(tx, 'two-factor-set', account)
    const data = { kind: 'totp' }
    await recordAudit(tx, area.actor(origin, accountId), 'second_factor_set', { data })
    return newSession
  })
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

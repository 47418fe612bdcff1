import type { AuthenticatorKey } from '#contract/authenticator-key.ts'
import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/admin.ts'
import { recordAudit } from '#domain/audit.ts'
import { refundCheck, consumeCheck, type CredentialCheck } from '#domain/rate-limit.ts'
import { consumeLoginTry } from '#domain/login-attempt.ts'
import {
  createRecoveryCodes,
  setRecoveryCodes,
  type NewRecoveryCode,
} from '#domain/recovery-code.ts'
import {
  createPendingFactor,
  confirmSecondFactor,
  findPendingFactor,
  findSecondFactor,
  keyOf,
  stepOf,
  type SecondFactor,
} from '#domain/second-factor.ts'
import type { StartedSession } from '#domain/session.ts'
import type { AdminAttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { noteFailure } from './admin-note-failure.ts'
import { completeLogin } from './admin-verify-code.ts'

export async function beginSetUp(
  db: Db,
  { adminId }: AdminAttemptCaller,
): Promise<AuthenticatorKey> {
  const admin = await findAdmin(db, adminId)
  if (!admin) throw new Refusal(refusals.loginExpired)
  if (await findSecondFactor(db, adminId)) throw new Refusal(refusals.secondFactorAlreadySet)
  return keyOf(await createPendingFactor(db, adminId), admin.email)
}

type SetUp = { session: StartedSession; recoveryCodes: string[] }

/** The first code of the new authenticator confirms it and completes the login. */
export async function confirmSetUp(
  db: Db,
  caller: AdminAttemptCaller,
  otp: string,
): Promise<SetUp> {
  const { adminId } = caller
  if (await findSecondFactor(db, adminId)) throw new Refusal(refusals.secondFactorAlreadySet)
  const factor = await findPendingFactor(db, adminId)
  if (!factor || !(await consumeLoginTry(db, caller.attemptId)))
    throw new Refusal(refusals.loginExpired)
  const guess: CredentialCheck = { what: 'code', origin: caller }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await noteFailure(db, { guess, taken, adminId })
    throw new Refusal(refusals.wrongCode, { field: 'otp' })
  }
  await refundCheck(db, guess)
  const codes = await createRecoveryCodes()
  const session = await transaction(db, (tx) => confirm(tx, caller, { factor, step, codes }))
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

type Confirmed = { factor: SecondFactor; step: number; codes: readonly NewRecoveryCode[] }

async function confirm(
  tx: Transaction,
  caller: AdminAttemptCaller,
  { factor, step, codes }: Confirmed,
): Promise<StartedSession> {
  const session = await completeLogin(tx, caller, 'otp')
  if (!(await confirmSecondFactor(tx, factor, step))) {
    throw new Refusal(refusals.secondFactorAlreadySet)
  }
  await setRecoveryCodes(tx, caller.adminId, codes)
  await recordAudit(tx, caller, 'second_factor_set', { data: { kind: 'totp' } })
  return session
}

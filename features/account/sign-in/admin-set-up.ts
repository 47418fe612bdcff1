import type { AuthenticatorKey } from '#contract/authenticator-key.ts'
import { Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/admin.ts'
import { record } from '#domain/audit.ts'
import { giveBackGuess, takeGuess, type Guess } from '#domain/rate-limit.ts'
import { takeTry } from '#domain/login-attempt.ts'
import { makeRecoveryCodes, setRecoveryCodes, type FreshCode } from '#domain/recovery-code.ts'
import {
  beginSecondFactor,
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
import { refusals } from './admin-contract.ts'
import { noteFailure } from './admin-note-failure.ts'
import { completeLogin } from './admin-verify-code.ts'

export async function beginSetUp(
  db: Db,
  { adminId }: AdminAttemptCaller,
): Promise<AuthenticatorKey> {
  const admin = await findAdmin(db, adminId)
  if (!admin) throw new Refusal(refusals.loginExpired)
  if (await findSecondFactor(db, adminId)) throw new Refusal(refusals.secondFactorAlreadySet)
  return keyOf(await beginSecondFactor(db, adminId), admin.email)
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
  if (!factor || !(await takeTry(db, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const guess: Guess = { what: 'code', origin: caller }
  const taken = await takeGuess(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await noteFailure(db, { guess, taken, adminId })
    throw new Refusal(refusals.wrongCode, { field: 'otp' })
  }
  await giveBackGuess(db, guess)
  const codes = await makeRecoveryCodes()
  const session = await transaction(db, (tx) => confirm(tx, caller, { factor, step, codes }))
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

type Confirmed = { factor: SecondFactor; step: number; codes: readonly FreshCode[] }

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
  await record(tx, caller, 'second_factor_set', { data: { kind: 'totp' } })
  return session
}

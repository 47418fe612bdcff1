import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/admin.ts'
import {
  refundCheck,
  consumeCheck,
  type CredentialCheck,
  type ConsumedCheck,
} from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { findRecoveryCode, consumeRecoveryCode } from '#domain/recovery-code.ts'
import { consumeTotpStep, countWrongCode, findSecondFactor, stepOf } from '#domain/second-factor.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

export type Sent = { otp: string } | { recoveryCode: string }

/** Uses up whatever was shown; false when somebody else was faster with it. */
type Proof = { method: 'otp' | 'recovery'; use: (tx: Transaction) => Promise<boolean> }

type Asked<Result> = {
  adminId: string
  origin: Origin
  sent: Sent
  /** What the right code is for, in one transaction with its being used up. */
  onRight: (tx: Transaction, method: Proof['method']) => Promise<Result>
  onWrong: (guess: CredentialCheck, taken: ConsumedCheck) => Promise<never>
}

/** A code is counted before it is looked at, and given back when it was right. */
export async function prove<Result>(db: Db, asked: Asked<Result>): Promise<Result> {
  const { adminId, origin, sent, onRight, onWrong } = asked
  const owner = await findAdmin(db, adminId)
  if (!owner) throw new Refusal(refusals.loginExpired)
  const browserId = await findKnownBrowser(db, adminId, origin)
  const guess: CredentialCheck = { what: 'code', origin, owner, browserId }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const proof =
    'otp' in sent
      ? await proveByCode(db, { adminId, otp: sent.otp, isHeld: taken.isLockedOut })
      : await refundWhenBusy(db, guess, () => proveByRecovery(db, adminId, sent.recoveryCode))
  if (!proof || taken.isLockedOut) return onWrong(guess, taken)
  const used = await transaction(db, async (tx) =>
    (await proof.use(tx)) ? { result: await onRight(tx, proof.method) } : undefined,
  )
  if (!used) return onWrong(guess, taken)
  await refundCheck(db, guess)
  return used.result
}

type Typed = { adminId: string; otp: string; isHeld: boolean }

async function proveByCode(db: Db, { adminId, otp, isHeld }: Typed): Promise<Proof | undefined> {
  const factor = await findSecondFactor(db, adminId)
  if (!factor) return undefined
  const step = stepOf(factor, otp)
  // Where no code would be taken, a wrong one counts no more than a right one.
  if (step === undefined && !isHeld) await countWrongCode(db, factor)
  if (step === undefined) return undefined
  return { method: 'otp', use: (tx) => consumeTotpStep(tx, factor, step) }
}

async function proveByRecovery(db: Db, adminId: string, typed: string): Promise<Proof | undefined> {
  const id = await findRecoveryCode(db, adminId, typed)
  return id === undefined
    ? undefined
    : { method: 'recovery', use: (tx) => consumeRecoveryCode(tx, id) }
}

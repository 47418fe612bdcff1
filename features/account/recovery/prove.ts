import { isCreatedByAdmin, type Link } from '#domain/link.ts'
import { isVerifiedPassword, opensLogin } from '#domain/password.ts'
import { findRecoveryCode, consumeRecoveryCode } from '#domain/recovery-code.ts'
import {
  consumeTotpStep,
  countWrongCode,
  findSecondFactor,
  stepOf,
  type ResetVerification,
} from '#domain/second-factor.ts'
import type { Db, Transaction } from '#server/db.ts'

export type Shown = { otp: string } | { recoveryCode: string } | { password: string }

/** Uses up whatever was shown; false when somebody else was faster with it. */
export type Proof = {
  method: ResetVerification['method']
  use: (tx: Transaction) => Promise<boolean>
}

type From = { userId: string; isHeld: boolean; link?: Link | undefined }

/** Whether what was shown is enough for the first step. The inbox alone never is. */
export function prove(db: Db, from: From, shown: Shown): Promise<Proof | undefined> {
  if ('otp' in shown) return proveByCode(db, from, shown.otp)
  if ('recoveryCode' in shown) return proveByRecovery(db, from.userId, shown.recoveryCode)
  return proveByPassword(db, from, shown.password)
}

async function proveByCode(db: Db, from: From, otp: string): Promise<Proof | undefined> {
  const factor = await findSecondFactor(db, from.userId)
  if (!factor) return undefined
  const step = stepOf(factor, otp)
  if (step !== undefined) return { method: 'otp', use: (tx) => consumeTotpStep(tx, factor, step) }
  // Where no code would be taken, a wrong one counts no more than a right one.
  if (!from.isHeld) await countWrongCode(db, factor)
  return undefined
}

async function proveByRecovery(db: Db, userId: string, typed: string): Promise<Proof | undefined> {
  const id = await findRecoveryCode(db, userId, typed)
  return id === undefined
    ? undefined
    : { method: 'recovery', use: (tx) => consumeRecoveryCode(tx, id) }
}

/** On a link that she had sent to herself, only a password that has gone through a whole login since it was set. */
async function proveByPassword(db: Db, from: From, password: string): Promise<Proof | undefined> {
  if (!from.link) return undefined
  const isRight = isCreatedByAdmin(from.link) ? opensLogin : isVerifiedPassword
  return (await isRight(db, from.userId, password))
    ? { method: 'pwd', use: async () => true }
    : undefined
}

import { Refusal } from '#contract/refusal.ts'
import { record } from '#domain/audit.ts'
import { completeLoginAttempt, takeTry } from '#domain/login-attempt.ts'
import { markProven } from '#domain/password.ts'
import { findRecoveryCode, useRecoveryCode } from '#domain/recovery-code.ts'
import { acceptStep, countWrongCode, findSecondFactor, stepOf } from '#domain/second-factor.ts'
import { startSession, type StartedSession } from '#domain/session.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { refusals } from './contract.ts'

export type Sent = { otp: string } | { recoveryCode: string }

/** Uses up whatever was shown; false when somebody else was faster with it. */
type Proof = { method: 'otp' | 'recovery'; use: (tx: Transaction) => Promise<boolean> }

/** The second step of a login: the try is counted before the code is looked at. */
export async function verifyCode(
  db: Db,
  caller: AttemptCaller,
  sent: Sent,
): Promise<StartedSession> {
  if (!(await takeTry(db, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const proof =
    'otp' in sent
      ? await proveByCode(db, caller, sent.otp)
      : await proveByRecovery(db, caller, sent.recoveryCode)
  const session = proof && (await transaction(db, (tx) => complete(tx, caller, proof)))
  if (session) return session
  await record(db, caller, 'login_failed', { targetId: caller.userId, data: { reason: 'code' } })
  throw new Refusal(refusals.wrongCode, { field: 'otp' in sent ? 'otp' : 'recoveryCode' })
}

async function proveByCode(db: Db, caller: AttemptCaller, otp: string): Promise<Proof | undefined> {
  const factor = await findSecondFactor(db, caller.userId)
  if (!factor) return undefined
  const step = await stepOf(db, factor, otp)
  if (step === undefined) {
    await countWrongCode(db, factor)
    return undefined
  }
  return { method: 'otp', use: (tx) => acceptStep(tx, factor, step) }
}

async function proveByRecovery(
  db: Db,
  caller: AttemptCaller,
  typed: string,
): Promise<Proof | undefined> {
  const id = await findRecoveryCode(db, caller.userId, typed)
  return id === undefined ? undefined : { method: 'recovery', use: (tx) => useRecoveryCode(tx, id) }
}

/** Undefined when the code was used up meanwhile; then nothing else has changed. */
async function complete(
  tx: Transaction,
  caller: AttemptCaller,
  proof: Proof,
): Promise<StartedSession | undefined> {
  if (!(await proof.use(tx))) return undefined
  if (!(await completeLoginAttempt(tx, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const methods = ['pwd', proof.method]
  const session = await startSession(tx, { userId: caller.userId, origin: caller, methods })
  if (!session) throw new Refusal(refusals.userInactive)
  await markProven(tx, caller.userId)
  await record(tx, { ...caller, kind: 'user' }, 'login_succeeded', {
    data: { sessionId: session.id, method: proof.method },
  })
  return session
}

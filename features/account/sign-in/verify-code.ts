import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { refundCheck, consumeCheck, type CredentialCheck } from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { browserName } from '#domain/known-browser.ts'
import { completeLoginAttempt, consumeLoginTry } from '#domain/login-attempt.ts'
import { findRecoveryCode, consumeRecoveryCode } from '#domain/recovery-code.ts'
import { markVerified } from '#domain/password.ts'
import { consumeTotpStep, countWrongCode, findSecondFactor, stepOf } from '#domain/second-factor.ts'
import { startSession, type StartedSession } from '#domain/session.ts'
import { findUserAtBrowser } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { noteFailure } from './note-failure.ts'

export type Sent = { otp: string } | { recoveryCode: string }

/** Uses up whatever was shown; false when somebody else was faster with it. */
type Proof = { method: 'otp' | 'recovery'; use: (tx: Transaction) => Promise<boolean> }

/** The second step of a login: the try is counted before the code is looked at. */
export async function verifyCode(
  db: Db,
  caller: AttemptCaller,
  sent: Sent,
): Promise<StartedSession> {
  if (!(await consumeLoginTry(db, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const owner = await findUserAtBrowser(db, { id: caller.userId }, caller)
  if (!owner) throw new Refusal(refusals.loginExpired)
  const guess: CredentialCheck = { what: 'code', origin: caller, owner, browserId: owner.browserId }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const proof =
    'otp' in sent
      ? await proveByCode(db, caller, { otp: sent.otp, isHeld: taken.isLockedOut })
      : await refundWhenBusy(db, guess, () => proveByRecovery(db, caller, sent.recoveryCode))
  if (proof && !taken.isLockedOut) {
    const session = await transaction(db, (tx) => complete(tx, caller, proof))
    if (session) {
      // What a known browser counts was forgotten with the login.
      if (guess.browserId === undefined) await refundCheck(db, guess)
      return session
    }
  }
  await noteFailure(db, guess, taken)
  throw new Refusal(refusals.wrongCode, { field: 'otp' in sent ? 'otp' : 'recoveryCode' })
}

type Typed = { otp: string; isHeld: boolean }

async function proveByCode(
  db: Db,
  caller: AttemptCaller,
  { otp, isHeld }: Typed,
): Promise<Proof | undefined> {
  const factor = await findSecondFactor(db, caller.userId)
  if (!factor) return undefined
  const step = stepOf(factor, otp)
  // Where no code would be taken, a wrong one counts no more than a right one.
  if (step === undefined && !isHeld) await countWrongCode(db, factor)
  return step === undefined
    ? undefined
    : { method: 'otp', use: (tx) => consumeTotpStep(tx, factor, step) }
}

async function proveByRecovery(
  db: Db,
  caller: AttemptCaller,
  typed: string,
): Promise<Proof | undefined> {
  const id = await findRecoveryCode(db, caller.userId, typed)
  return id === undefined
    ? undefined
    : { method: 'recovery', use: (tx) => consumeRecoveryCode(tx, id) }
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
  await markVerified(tx, caller.userId)
  await recordAudit(tx, { ...caller, kind: 'user' }, 'login_succeeded', {
    data: {
      sessionId: session.id,
      method: proof.method,
      browser: browserName(caller.userAgent),
    },
  })
  return session
}

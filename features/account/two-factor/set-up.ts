import type { Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import {
  refundCheck,
  recordFailure,
  consumeCheck,
  type CredentialCheck,
  type ConsumedCheck,
} from '#domain/rate-limit.ts'
import { browserName } from '#domain/known-browser.ts'
import { completeLoginAttempt, consumeLoginTry } from '#domain/login-attempt.ts'
import { markVerified } from '#domain/password.ts'
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
import { startSession, type StartedSession } from '#domain/session.ts'
import { findUser, markOnboarded } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { confirmTwoFactor, type beginTwoFactor } from './contract.ts'

const { refusals } = confirmTwoFactor

export async function beginSetUp(
  db: Db,
  caller: AttemptCaller,
): Promise<Reply<typeof beginTwoFactor>> {
  const user = await findUser(db, caller.userId)
  if (!user) throw new Refusal(refusals.loginExpired)
  if (await findSecondFactor(db, user.id)) throw new Refusal(refusals.secondFactorAlreadySet)
  const factor = await createPendingFactor(db, user.id)
  return keyOf(factor, user.email)
}

export type SetUp = { session: StartedSession; recoveryCodes: string[] }

/** The first code of the new authenticator confirms it and completes the login. */
export async function confirmSetUp(db: Db, caller: AttemptCaller, otp: string): Promise<SetUp> {
  if (await findSecondFactor(db, caller.userId)) throw new Refusal(refusals.secondFactorAlreadySet)
  const factor = await findPendingFactor(db, caller.userId)
  if (!factor || !(await consumeLoginTry(db, caller.attemptId)))
    throw new Refusal(refusals.loginExpired)
  const guess: CredentialCheck = { what: 'code', origin: caller }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await noteFailure(db, caller, { guess, taken })
    throw new Refusal(refusals.wrongCode, { field: 'otp' })
  }
  await refundCheck(db, guess)
  const codes = await createRecoveryCodes()
  const session = await transaction(db, (tx) => complete(tx, caller, { factor, step, codes }))
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

type Failure = { guess: CredentialCheck; taken: ConsumedCheck }

function noteFailure(db: Db, caller: AttemptCaller, { guess, taken }: Failure): Promise<void> {
  return transaction(db, async (tx) => {
    await recordAudit(tx, caller, 'login_failed', {
      targetId: caller.userId,
      data: { reason: 'first code', browser: browserName(caller.userAgent) },
    })
    await recordFailure(tx, guess, taken)
  })
}

type Proof = { factor: SecondFactor; step: number; codes: readonly NewRecoveryCode[] }

async function complete(
  tx: Transaction,
  caller: AttemptCaller,
  proof: Proof,
): Promise<StartedSession> {
  const { userId } = caller
  if (!(await completeLoginAttempt(tx, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  if (!(await confirmSecondFactor(tx, proof.factor, proof.step))) {
    throw new Refusal(refusals.secondFactorAlreadySet)
  }
  await setRecoveryCodes(tx, userId, proof.codes)
  const session = await startSession(tx, { userId, origin: caller, methods: ['pwd', 'otp'] })
  if (!session) throw new Refusal(refusals.userInactive)
  await markVerified(tx, userId)
  await markOnboarded(tx, userId)
  const actor = { ...caller, kind: 'user' }
  await recordAudit(tx, actor, 'second_factor_set', { data: { kind: 'totp' } })
  await recordAudit(tx, actor, 'login_succeeded', {
    data: { sessionId: session.id, method: 'otp', browser: browserName(caller.userAgent) },
  })
  return session
}

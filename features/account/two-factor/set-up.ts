import type { Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { record } from '#domain/audit.ts'
import {
  giveBackGuess,
  noteWrongGuess,
  takeGuess,
  type Guess,
  type TakenGuess,
} from '#domain/rate-limit.ts'
import { browserName } from '#domain/known-browser.ts'
import { completeLoginAttempt, takeTry } from '#domain/login-attempt.ts'
import { markProven } from '#domain/password.ts'
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
import { startSession, type StartedSession } from '#domain/session.ts'
import { findUser, markOnboarded } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { refusals, type beginTwoFactor } from './contract.ts'

export async function beginSetUp(
  db: Db,
  caller: AttemptCaller,
): Promise<Reply<typeof beginTwoFactor>> {
  const user = await findUser(db, caller.userId)
  if (!user) throw new Refusal(refusals.loginExpired)
  if (await findSecondFactor(db, user.id)) throw new Refusal(refusals.secondFactorAlreadySet)
  const factor = await beginSecondFactor(db, user.id)
  return keyOf(factor, user.email)
}

export type SetUp = { session: StartedSession; recoveryCodes: string[] }

/** The first code of the new authenticator confirms it and completes the login. */
export async function confirmSetUp(db: Db, caller: AttemptCaller, otp: string): Promise<SetUp> {
  if (await findSecondFactor(db, caller.userId)) throw new Refusal(refusals.secondFactorAlreadySet)
  const factor = await findPendingFactor(db, caller.userId)
  if (!factor || !(await takeTry(db, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const guess: Guess = { what: 'code', origin: caller }
  const taken = await takeGuess(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await noteFailure(db, caller, { guess, taken })
    throw new Refusal(refusals.wrongCode, { field: 'otp' })
  }
  await giveBackGuess(db, guess)
  const codes = await makeRecoveryCodes()
  const session = await transaction(db, (tx) => complete(tx, caller, { factor, step, codes }))
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

type Failure = { guess: Guess; taken: TakenGuess }

function noteFailure(db: Db, caller: AttemptCaller, { guess, taken }: Failure): Promise<void> {
  return transaction(db, async (tx) => {
    await record(tx, caller, 'login_failed', {
      targetId: caller.userId,
      data: { reason: 'first code', browser: browserName(caller.userAgent) },
    })
    await noteWrongGuess(tx, guess, taken)
  })
}

type Proof = { factor: SecondFactor; step: number; codes: readonly FreshCode[] }

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
  await markProven(tx, userId)
  await markOnboarded(tx, userId)
  const actor = { ...caller, kind: 'user' }
  await record(tx, actor, 'second_factor_set', { data: { kind: 'totp' } })
  await record(tx, actor, 'login_succeeded', {
    data: { sessionId: session.id, method: 'otp', browser: browserName(caller.userAgent) },
  })
  return session
}

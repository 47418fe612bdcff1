import { Refusal } from '#contract/refusal.ts'
import { record } from '#domain/audit.ts'
import { beginLoginAttempt } from '#domain/login-attempt.ts'
import { isCurrentPassword } from '#domain/password.ts'
import { findSecondFactor } from '#domain/second-factor.ts'
import { startSession, type StartedSession } from '#domain/session.ts'
import { findUserByEmail, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import { refusals } from './contract.ts'

type Sent = { email: string; password: string }

export type LoggedIn =
  | { next: 'verify-mfa' | 'configure-mfa'; attemptToken: string }
  | { next: 'done'; userId: string; session: StartedSession }

/** An unknown address and a wrong password do the same work and get the same answer. */
export async function logIn(db: Db, origin: Origin, sent: Sent): Promise<LoggedIn> {
  const user = await findUserByEmail(db, sent.email)
  const isRight = await isCurrentPassword(db, user?.id, sent.password)
  if (!user || !isRight) {
    await record(db, origin, 'login_failed', {
      ...(user && { targetId: user.id }),
      data: { reason: 'password' },
    })
    throw new Refusal(refusals.invalidCredentials)
  }
  await requireActive(db, origin, user)
  const factor = await findSecondFactor(db, user.id)
  if (!factor && !config.mfaRequired) return logInWithoutCode(db, origin, user)
  const attemptToken = await beginLoginAttempt(db, user.id)
  return { next: factor ? 'verify-mfa' : 'configure-mfa', attemptToken }
}

/** Told only to somebody who knows the password. */
async function requireActive(db: Db, origin: Origin, user: User): Promise<void> {
  if (user.active && user.partnerActive) return
  await record(db, origin, 'login_failed', {
    targetId: user.id,
    data: { reason: user.active ? 'company inactive' : 'user inactive' },
  })
  throw new Refusal(user.active ? refusals.partnerInactive : refusals.userInactive)
}

function logInWithoutCode(db: Db, origin: Origin, user: User): Promise<LoggedIn> {
  return transaction(db, async (tx) => {
    const session = await startSession(tx, { userId: user.id, origin, methods: ['pwd'] })
    if (!session) throw new Refusal(refusals.userInactive)
    await record(tx, { ...origin, userId: user.id }, 'login_succeeded', {
      data: { sessionId: session.id },
    })
    return { next: 'done', userId: user.id, session }
  })
}

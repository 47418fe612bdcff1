import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { refundCheck, consumeCheck, type CredentialCheck } from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { browserName } from '#domain/known-browser.ts'
import { createLoginAttempt } from '#domain/login-attempt.ts'
import { openingPassword } from '#domain/password.ts'
import { findSecondFactor } from '#domain/second-factor.ts'
import { startSession, type StartedSession } from '#domain/session.ts'
import { findUserAtBrowser, markOnboarded, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import { noteFailure } from './note-failure.ts'

type Sent = { email: string; password: string }

export type LoggedIn =
  | { next: 'verify-mfa' | 'configure-mfa'; attemptToken: string }
  | { next: 'done'; userId: string; session: StartedSession }

/**
 * An unknown address, a wrong password and an account with too many failures do the same work, by the same
 * statements in the same order, and get the same answer.
 */
export async function logIn(db: Db, origin: Origin, sent: Sent): Promise<LoggedIn> {
  const user = await findUserAtBrowser(db, { email: sent.email }, origin)
  const { browserId } = user ?? {}
  const guess: CredentialCheck = {
    what: 'password',
    origin,
    owner: user ?? { email: sent.email },
    browserId,
  }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const passwordId = await refundWhenBusy(db, guess, () =>
    openingPassword(db, user?.id, sent.password),
  )
  if (!user || passwordId === undefined || taken.isLockedOut) {
    await noteFailure(db, guess, taken)
    throw new Refusal(refusals.invalidCredentials)
  }
  await refundCheck(db, guess)
  await requireActive(db, origin, user)
  if (!config.mfaRequired && !(await findSecondFactor(db, user.id))) {
    return logInWithoutCode(db, origin, user)
  }
  const { token: attemptToken, hasSecondFactor } = await createLoginAttempt(db, user.id, passwordId)
  return { next: hasSecondFactor ? 'verify-mfa' : 'configure-mfa', attemptToken }
}

/** Told only to somebody who knows the password. */
async function requireActive(db: Db, origin: Origin, user: User): Promise<void> {
  if (user.active && user.partnerActive) return
  await recordAudit(db, origin, 'login_failed', {
    targetId: user.id,
    data: {
      reason: user.active ? 'company inactive' : 'user inactive',
      browser: browserName(origin.userAgent),
    },
  })
  throw new Refusal(user.active ? refusals.partnerInactive : refusals.userInactive)
}

function logInWithoutCode(db: Db, origin: Origin, user: User): Promise<LoggedIn> {
  return transaction(db, async (tx) => {
    const session = await startSession(tx, { userId: user.id, origin, methods: ['pwd'] })
    if (!session) throw new Refusal(refusals.userInactive)
    await markOnboarded(tx, user.id)
    await recordAudit(tx, { ...origin, userId: user.id }, 'login_succeeded', {
      data: { sessionId: session.id, browser: browserName(origin.userAgent) },
    })
    return { next: 'done', userId: user.id, session }
  })
}

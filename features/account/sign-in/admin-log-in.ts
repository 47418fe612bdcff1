import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { findAdminByEmail } from '#domain/admin.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { refundCheck, consumeCheck, type CredentialCheck } from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { browserName, findKnownBrowser } from '#domain/known-browser.ts'
import { createLoginAttempt } from '#domain/login-attempt.ts'
import { openingPassword } from '#domain/password.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import { noteFailure } from './admin-note-failure.ts'

type Sent = { email: string; password: string }
type Next = { next: 'verify-mfa' | 'configure-mfa'; attemptToken: string }

/**
 * An unknown address, a wrong password and an account with too many failures do the same work and get the same
 * answer. There is no way in without a second factor.
 */
export async function logIn(db: Db, origin: Origin, sent: Sent): Promise<Next> {
  // Where the identity provider decides who is in, a password that was set before opens nothing.
  if (config.adminSignIn !== 'local') throw new Refusal(refusals.invalidCredentials)
  const admin = await findAdminByEmail(db, sent.email)
  const browserId = await findKnownBrowser(db, admin?.id, origin)
  const owner = admin ?? { email: sent.email }
  const guess: CredentialCheck = { what: 'password', origin, owner, browserId }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const passwordId = await refundWhenBusy(db, guess, () =>
    openingPassword(db, admin?.id, sent.password),
  )
  if (!admin || passwordId === undefined || taken.isLockedOut) {
    await noteFailure(db, { guess, taken })
    throw new Refusal(refusals.invalidCredentials)
  }
  await refundCheck(db, guess)
  if (!admin.active) await refuseInactive(db, origin, admin.id)
  const { token: attemptToken, hasSecondFactor } = await createLoginAttempt(
    db,
    admin.id,
    passwordId,
  )
  return { next: hasSecondFactor ? 'verify-mfa' : 'configure-mfa', attemptToken }
}

/** Told only to somebody who knows the password. */
async function refuseInactive(db: Db, origin: Origin, adminId: string): Promise<never> {
  await recordAudit(db, origin, 'login_failed', {
    targetId: adminId,
    subSystem: adminArea,
    data: { reason: 'admin inactive', browser: browserName(origin.userAgent) },
  })
  throw new Refusal(refusals.userInactive)
}

import type { Body } from '#contract/endpoint.ts'
import type { AuthenticatorKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { endAdminSessionsOf, rotateAdminSession } from '#domain/admin-session.ts'
import { findAdmin, type Admin } from '#domain/admin.ts'
import { recordAudit } from '#domain/audit.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { mailUser } from '#domain/mail.ts'
import { replacePassword, requireValidPassword } from '#domain/new-password.ts'
import { hashPassword } from '#domain/password.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import {
  authenticatorKeyOf,
  consumeReplacement,
  createReplacement,
  replaceSecondFactor,
  stepOf,
} from '#domain/second-factor.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyPassword } from '#domain/verification.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { changeAdminPassword } from './contract.ts'

/** What admins change of their own login, after step-up authentication: the session's token is replaced with it. */

type Current = { caller: AdminCaller; token: string }

/** Ends every other session, because an attacker may have opened them with the old password. */
export async function changePassword(
  db: Db,
  { caller, token }: Current,
  sent: Body<typeof changeAdminPassword>,
): Promise<StartedSession> {
  const admin = await getAdmin(db, caller)
  await verifyOldPassword(db, caller, admin, sent.oldPassword)
  await requireValidPassword(db, admin.id, {
    password: sent.newPassword,
    context: { person: admin, isSignUp: false },
    field: 'newPassword',
  })
  const hash = await hashPassword(sent.newPassword)
  return transaction(db, async (tx) => {
    const { sessionId: keptSessionId } = caller
    const replacement = { user: admin, hash, origin: caller, keptSessionId, kind: 'admin' } as const
    const endedSessions = await replacePassword(tx, replacement)
    await recordAudit(tx, caller, 'password_changed', { data: { endedSessions } })
    return rotated(tx, { caller, token })
  })
}

async function verifyOldPassword(
  db: Db,
  caller: AdminCaller,
  admin: Admin,
  password: string,
): Promise<void> {
  const check = {
    origin: caller,
    owner: admin,
    browserId: await findKnownBrowser(db, admin.id, caller),
    errors: { limited: errorCodes.tooManyRequests, wrong: errorCodes.wrongOldPassword },
    onFailure: (tx: Transaction, reason: string) =>
      recordAudit(tx, caller, 'password_change_refused', {
        data: { reason: reason === 'password' ? 'old password' : reason },
      }),
  }
  await verifyPassword(db, check, { password, field: 'oldPassword', accept: 'any' })
}

export async function renewCodes(db: Db, caller: AdminCaller): Promise<string[]> {
  const admin = await getAdmin(db, caller)
  const limited = await consumeRateLimit(db, 'twoFactorLinks', `codes ${admin.id}`)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  const codes = await createRecoveryCodes()
  await transaction(db, async (tx) => {
    await setRecoveryCodes(tx, admin.id, codes)
    await mailUser(tx, 'recovery-codes-created', admin)
    await recordAudit(tx, caller, 'recovery_codes_created', { data: { count: codes.length } })
  })
  return codes.map(({ code }) => code)
}

/** First step: the key of the new authenticator. The old one works until the second step. */
export async function beginReplacement(db: Db, caller: AdminCaller): Promise<AuthenticatorKey> {
  const admin = await getAdmin(db, caller)
  const verifiedBy = verifiedIn(caller)
  const secret = await transaction(db, async (tx) => {
    const method = 'otp'
    const data = { verifiedBy, method }
    await recordAudit(tx, caller, 'second_factor_reset_begun', { data })
    return createReplacement(tx, admin.id, { verifiedBy, method })
  })
  return authenticatorKeyOf(secret, admin.email)
}

/** Second step: the first code of the new authenticator. Ends every other session. */
export async function confirmReplacement(
  db: Db,
  { caller, token }: Current,
  otp: string,
): Promise<{ session: StartedSession; recoveryCodes: string[] }> {
  const admin = await getAdmin(db, caller)
  const verifiedBy = verifiedIn(caller)
  const factor = await consumeReplacement(db, admin.id, verifiedBy)
  if (!factor) throw new Refusal(errorCodes.loginExpired)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    const data = { verifiedBy, reason: 'first code' }
    await recordAudit(db, caller, 'second_factor_reset_refused', { data })
    throw new Refusal(errorCodes.wrongCode, { field: 'otp' })
  }
  const codes = await createRecoveryCodes()
  const session = await transaction(db, async (tx) => {
    const isReplaced = await replaceSecondFactor(tx, factor, step)
    if (!isReplaced) throw new Refusal(errorCodes.loginExpired)
    await setRecoveryCodes(tx, admin.id, codes)
    await endLoginAttempts(tx, admin.id)
    await endAdminSessionsOf(tx, admin.id, 'endedElsewhere', caller.sessionId)
    await mailUser(tx, 'two-factor-set', admin)
    const data = { verifiedBy, method: factor.method }
    await recordAudit(tx, caller, 'second_factor_reset', { data })
    return rotated(tx, { caller, token })
  })
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

async function rotated(tx: Transaction, { caller, token }: Current): Promise<StartedSession> {
  const session = await rotateAdminSession(tx, { id: caller.sessionId, token })
  if (!session) throw new Refusal(errorCodes.changedMeanwhile)
  return session
}

function verifiedIn({ sessionId }: AdminCaller): string {
  return `admin-session:${sessionId}`
}

async function getAdmin(db: Db, { adminId }: AdminCaller): Promise<Admin> {
  const admin = await findAdmin(db, adminId)
  if (!admin) throw new Refusal(errorCodes.adminNotLoggedIn)
  return admin
}

import type { Body } from '#contract/endpoint.ts'
import type { AuthenticatorKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { endAdminSessionsOf, rotateAdminSession } from '#domain/sessions/admin-session.ts'
import { findAdmin, type Admin } from '#domain/accounts/admin.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { changeOwnPassword } from '#domain/credentials/password-change.ts'
import {
  createRecoveryCodes,
  renewRecoveryCodes,
  setRecoveryCodes,
} from '#domain/credentials/recovery-code.ts'
import {
  authenticatorKeyOf,
  consumeReplacement,
  createReplacement,
  replaceSecondFactor,
  stepOf,
} from '#domain/credentials/second-factor.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { stepUpMethodOf } from '#domain/sessions/step-up-method.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { changeAdminPassword } from './contract.ts'

/** Caller and current session token, which a new password or authenticator replaces. */
type Current = { caller: AdminCaller; token: string }

/** Changes the password, ends the admin’s other sessions and returns the current one with a new token. */
export async function changePassword(
  db: Db,
  current: Current,
  input: Body<typeof changeAdminPassword>,
): Promise<StartedSession> {
  const { caller } = current
  const owner = await getAdmin(db, caller)
  return changeOwnPassword(db, { owner, caller, rotate: (tx) => rotate(tx, current) }, input)
}

export async function renewCodes(db: Db, caller: AdminCaller): Promise<string[]> {
  return renewRecoveryCodes(db, caller, await getAdmin(db, caller))
}

/** Creates the key of a new authenticator (first step). The old authenticator works until the second step. */
export async function beginReplacement(db: Db, caller: AdminCaller): Promise<AuthenticatorKey> {
  const admin = await getAdmin(db, caller)
  const verifiedBy = verifierOf(caller)
  const secret = await transaction(db, async (tx) => {
    const method = stepUpMethodOf(caller.methods)
    const data = { verifiedBy, method }
    await recordAudit(tx, caller, 'second_factor_reset_begun', { data })
    return createReplacement(tx, admin.id, { verifiedBy, method })
  })
  return authenticatorKeyOf(secret, admin.email)
}

/** Replaces the authenticator by the first code of the new one (second step). Ends every other session. */
export async function confirmReplacement(
  db: Db,
  { caller, token }: Current,
  otp: string,
): Promise<{ session: StartedSession; recoveryCodes: string[] }> {
  const admin = await getAdmin(db, caller)
  const verifiedBy = verifierOf(caller)
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
    const newSession = await rotate(tx, { caller, token })
    if (!newSession) throw new Refusal(errorCodes.changedMeanwhile)
    return newSession
  })
  return { session, recoveryCodes: codes.map(({ code }) => code) }
}

function rotate(tx: Transaction, { caller, token }: Current): Promise<StartedSession | undefined> {
  return rotateAdminSession(tx, { id: caller.sessionId, token })
}

/** Returns the value that binds the second step to the session of the first one. */
function verifierOf({ sessionId }: AdminCaller): string {
  return `admin-session:${sessionId}`
}

async function getAdmin(db: Db, { adminId }: AdminCaller): Promise<Admin> {
  const admin = await findAdmin(db, adminId)
  if (!admin) throw new Refusal(errorCodes.adminNotLoggedIn)
  return admin
}

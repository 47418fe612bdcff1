import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { consumeLink, createLink, isCreatedByAdmin, voidLinksOf, type Link } from '#domain/link.ts'
import { openAccountLink, openSession, userLogins } from '#domain/login.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { mailUser, type Recipient } from '#domain/mail.ts'
import {
  createRecoveryCodes,
  setRecoveryCodes,
  type NewRecoveryCode,
} from '#domain/recovery-code.ts'
import {
  consumeReplacement,
  replaceSecondFactor,
  stepOf,
  type Replacement,
} from '#domain/second-factor.ts'
import { endSessionsOf, rotateSession, type StartedSession } from '#domain/session.ts'
import { getUser } from '#domain/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

export type Reset = { userId: string; session: StartedSession; recoveryCodes: string[] }

type SecondStep = { user: Recipient; origin: Origin; verifiedBy: string; link?: Link }
type NewFactor = { factor: Replacement; step: number; codes: readonly NewRecoveryCode[] }

/** Second step, logged in: ends every other session, and gives this one a new token. */
export async function confirmReset(
  db: Db,
  caller: UserCaller,
  { otp, sessionToken }: { otp: string; sessionToken: string },
): Promise<Reset> {
  const { userId, sessionId } = caller
  const user = await getUser(db, userId)
  const secondStep = { user, origin: caller, verifiedBy: `session:${sessionId}` }
  const added = await verifyFirstCode(db, secondStep, otp)
  const session = await transaction(db, async (tx) => {
    await replace(tx, secondStep, added)
    await endSessionsOf(tx, userId, sessionId)
    const kept = await rotateSession(tx, { id: sessionId, token: sessionToken })
    if (!kept) throw new Refusal(errorCodes.notLoggedIn)
    return kept
  })
  return { userId, session, recoveryCodes: added.codes.map(({ code }) => code) }
}

/** Second step by a mailed link: uses it up, ends every session, and starts a new one. */
export async function confirmResetByLink(
  db: Db,
  origin: Origin,
  { token, otp }: { token: string; otp: string },
): Promise<Reset> {
  const { link, account: user } = await openAccountLink(db, origin, 'reset-mfa', token)
  const { id: userId } = user
  const secondStep = { user, origin, verifiedBy: `link:${link.id}`, link }
  const added = await verifyFirstCode(db, secondStep, otp)
  const session = await transaction(db, async (tx) => {
    await replace(tx, secondStep, added)
    await endSessionsOf(tx, userId)
    const methods = methodsOf(link, added.factor)
    const login = { accountId: userId, origin, methods, isUnverified: true }
    return openSession(tx, userLogins, login, { method: 'otp' })
  })
  return { userId, session, recoveryCodes: added.codes.map(({ code }) => code) }
}

/** Five attempts; after them the reset starts again from the first step, with a new key. */
async function verifyFirstCode(db: Db, secondStep: SecondStep, otp: string): Promise<NewFactor> {
  const { user, origin, verifiedBy } = secondStep
  const factor = await consumeReplacement(db, user.id, verifiedBy)
  if (!factor) throw new Refusal(errorCodes.loginExpired)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await recordAudit(db, origin, 'second_factor_reset_refused', {
      targetId: user.id,
      data: { verifiedBy, reason: 'first code' },
    })
    throw new Refusal(errorCodes.wrongCode, { field: 'otp' })
  }
  return { factor, step, codes: await createRecoveryCodes() }
}

/** Replaces the factor, and ends everything that was begun with the old one. */
async function replace(
  tx: Transaction,
  { user, origin, verifiedBy, link }: SecondStep,
  { factor, step, codes }: NewFactor,
): Promise<void> {
  const { id: userId, email } = user
  if (!(await replaceSecondFactor(tx, factor, step))) throw new Refusal(errorCodes.loginExpired)
  if (link && !(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
  await voidLinksOf(tx, userId)
  await setRecoveryCodes(tx, userId, codes)
  // Before the sessions: this waits for an attempt that is being completed, whose session then ends too.
  await endLoginAttempts(tx, userId)
  const linkId = await createLink(tx, { kind: 'log-me-out', email, userId, createdBy: 'system' })
  await mailUser(tx, 'two-factor-changed', user, { linkId })
  await recordAudit(tx, { ...origin, userId }, 'second_factor_reset', {
    data: { verifiedBy, method: factor.method },
  })
}

/** A link that the user requested in a login: that login had verified the password. */
function methodsOf(link: Link, { method }: Replacement): string[] {
  return !isCreatedByAdmin(link) || method === 'pwd' ? ['pwd', 'otp'] : ['otp']
}

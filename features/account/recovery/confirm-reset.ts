import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit.ts'
import { browserName } from '#domain/known-browser.ts'
import { isCreatedByAdmin, createLink, consumeLink, voidLinksOf, type Link } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { enqueueMail } from '#domain/mail.ts'
import {
  createRecoveryCodes,
  setRecoveryCodes,
  type NewRecoveryCode,
} from '#domain/recovery-code.ts'
import {
  replaceSecondFactor,
  stepOf,
  consumeReplacement,
  type Replacement,
} from '#domain/second-factor.ts'
import { endSessionsOf, rotateSession, startSession, type StartedSession } from '#domain/session.ts'
import { getUser, type User } from '#domain/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { refusals } from './contract.ts'
import { requireLink } from './require-link.ts'

export type Reset = { userId: string; session: StartedSession; recoveryCodes: string[] }

type From = { user: User; origin: Origin; verifiedBy: string }
type Change = { factor: Replacement; step: number; codes: readonly NewRecoveryCode[] }

/** Second step, logged in: this session stays, under a new token; every other one ends. */
export async function confirmReset(
  db: Db,
  caller: UserCaller,
  { otp, sessionToken }: { otp: string; sessionToken: string },
): Promise<Reset> {
  const user = await getUser(db, caller.userId)
  const from = { user, origin: caller, verifiedBy: `session:${caller.sessionId}` }
  const change = await requireFirstCode(db, from, otp)
  const session = await transaction(db, async (tx) => {
    await replace(tx, from, change)
    await endSessionsOf(tx, user.id, { except: caller.sessionId })
    const kept = await rotateSession(tx, { id: caller.sessionId, token: sessionToken })
    if (!kept) throw new Refusal(commonErrors.notLoggedIn)
    return kept
  })
  return { userId: user.id, session, recoveryCodes: change.codes.map(({ code }) => code) }
}

/** Second step by a mailed link: uses it up, ends every session, and begins a new one. */
export async function confirmResetByLink(
  db: Db,
  origin: Origin,
  { token, otp }: { token: string; otp: string },
): Promise<Reset> {
  const { link, user } = await requireLink(db, origin, token)
  const from = { user, origin, verifiedBy: `link:${link.id}` }
  const change = await requireFirstCode(db, from, otp)
  const session = await transaction(db, async (tx) => {
    await replace(tx, from, change, link)
    await endSessionsOf(tx, user.id)
    const methods = methodsOf(link, change.factor)
    const started = await startSession(tx, { userId: user.id, origin, methods })
    if (!started) throw new Refusal(refusals.userInactive)
    await recordAudit(tx, actorOf(from), 'login_succeeded', {
      data: { sessionId: started.id, method: 'otp', browser: browserName(origin.userAgent) },
    })
    return started
  })
  return { userId: user.id, session, recoveryCodes: change.codes.map(({ code }) => code) }
}

/** Whoever has the link and nothing else guesses a first code in vain: five tries, and the key begins anew. */
async function requireFirstCode(db: Db, from: From, otp: string): Promise<Change> {
  const factor = await consumeReplacement(db, from.user.id, from.verifiedBy)
  if (!factor) throw new Refusal(refusals.loginExpired)
  const step = stepOf(factor, otp)
  if (step === undefined) {
    await recordAudit(db, from.origin, 'second_factor_reset_refused', {
      targetId: from.user.id,
      data: { verifiedBy: from.verifiedBy, reason: 'first code' },
    })
    throw new Refusal(refusals.wrongCode, { field: 'otp' })
  }
  return { factor, step, codes: await createRecoveryCodes() }
}

/** The new factor takes the old one's place, and whatever was begun with the old one is over. */
async function replace(tx: Transaction, from: From, change: Change, link?: Link): Promise<void> {
  const { id: userId, email, preferredLanguage: language } = from.user
  const isReplaced = await replaceSecondFactor(tx, change.factor, change.step)
  if (!isReplaced) throw new Refusal(refusals.loginExpired)
  if (link && !(await consumeLink(tx, link.id))) throw new Refusal(refusals.invalidLink)
  await voidLinksOf(tx, userId)
  await setRecoveryCodes(tx, userId, change.codes)
  // Before the sessions: an attempt that is being completed now is waited for, and its session ends too.
  await endLoginAttempts(tx, userId)
  const stop = { kind: 'log-me-out', email, userId, createdBy: 'system' } as const
  const linkId = await createLink(tx, stop)
  const about = { userId, linkId }
  await enqueueMail(tx, { kind: 'two-factor-changed', to: email, language, userId, data: about })
  await recordAudit(tx, actorOf(from), 'second_factor_reset', {
    data: { verifiedBy: from.verifiedBy, method: change.factor.method },
  })
}

function actorOf({ origin, user }: From): Actor {
  return { ...origin, kind: 'user', userId: user.id }
}

/** A link that she had sent to herself began with her password. */
function methodsOf(link: Link, { method }: Replacement): string[] {
  return !isCreatedByAdmin(link) || method === 'pwd' ? ['pwd', 'otp'] : ['otp']
}

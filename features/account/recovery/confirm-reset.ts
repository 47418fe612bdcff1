import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { consumeLink, createLink, isCreatedByAdmin, voidLinksOf, type Link } from '#domain/link.ts'
import { openAccountLink, openSession, userLogins } from '#domain/login.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { mailUser, type Recipient } from '#domain/mail.ts'
import { methodsOf as passkeyMethods } from '#domain/passkey.ts'
import { registerPasskey, verifyNewPasskey } from '#domain/passkey-registration.ts'
import {
  createRecoveryCodes,
  setRecoveryCodes,
  type NewRecoveryCode,
} from '#domain/recovery-code.ts'
import {
  consumeReplacement,
  replaceByPasskey,
  replaceSecondFactor,
  stepOf,
  type Replacement,
} from '#domain/second-factor.ts'
import { endSessionsOf, rotateSession, type StartedSession } from '#domain/session.ts'
import { getUser } from '#domain/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { confirmPasskeyByLink as byPasskey } from './contract.ts'

export type Reset = { userId: string; session: StartedSession; recoveryCodes: string[] }

type SecondStep = { user: Recipient; origin: Origin; verifiedBy: string; link?: Link }
type NewFactor = { factor: Replacement; step: number; codes: readonly NewRecoveryCode[] }
type Replaced = {
  factor: Replacement
  isDone: boolean
  codes: readonly NewRecoveryCode[]
  passkeyId?: string
}

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
    await replaceApp(tx, secondStep, added)
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
    await replaceApp(tx, secondStep, added)
    await endSessionsOf(tx, userId)
    const methods = methodsOf(link, added.factor, ['otp'])
    const login = { accountId: userId, origin, methods, isUnverified: true }
    return openSession(tx, userLogins, login, { method: 'otp' })
  })
  return { userId, session, recoveryCodes: added.codes.map(({ code }) => code) }
}

/** Second step by a mailed link, with a passkey in place of the authenticator. */
export async function confirmPasskeyByLink(
  db: Db,
  origin: Origin,
  { token, response }: Body<typeof byPasskey>,
): Promise<Reset> {
  const { link, account: user } = await openAccountLink(db, origin, 'reset-mfa', token)
  const { id: userId } = user
  const verifiedBy = `link:${link.id}`
  const factor = await consumeReplacement(db, userId, verifiedBy)
  if (!factor) throw new Refusal(errorCodes.loginExpired)
  const registering = { area: userLogins, origin, accountId: userId, boundTo: verifiedBy }
  const registered = await verifyNewPasskey(db, registering, { response })
  const codes = await createRecoveryCodes()
  const session = await transaction(db, async (tx) => {
    const isDone = await replaceByPasskey(tx, factor)
    const owner = { area: userLogins, origin, account: user }
    const passkeyId = await registerPasskey(tx, owner, registered, [factor.method])
    const secondStep = { user, origin, verifiedBy, link }
    await replace(tx, secondStep, { factor, isDone, codes, passkeyId })
    await endSessionsOf(tx, userId)
    const methods = methodsOf(link, factor, passkeyMethods(registered.backupEligible))
    const login = { accountId: userId, origin, methods, isUnverified: true }
    return openSession(tx, userLogins, login, { method: 'passkey' })
  })
  return { userId, session, recoveryCodes: codes.map(({ code }) => code) }
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

async function replaceApp(
  tx: Transaction,
  secondStep: SecondStep,
  added: NewFactor,
): Promise<void> {
  const { factor, step, codes } = added
  const isDone = await replaceSecondFactor(tx, factor, step)
  await replace(tx, secondStep, { factor, isDone, codes })
}

/** Replaces the factor, and ends everything that was begun with the old one. */
async function replace(
  tx: Transaction,
  { user, origin, verifiedBy, link }: SecondStep,
  { factor, isDone, codes, passkeyId }: Replaced,
): Promise<void> {
  const { id: userId, email } = user
  if (!isDone) throw new Refusal(errorCodes.loginExpired)
  if (link && !(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
  await voidLinksOf(tx, userId)
  await setRecoveryCodes(tx, userId, codes)
  // Before the sessions: this waits for an attempt that is being completed, whose session then ends too.
  await endLoginAttempts(tx, userId)
  const stop = { kind: 'log-me-out', email, userId, createdBy: 'system' } as const
  const added = passkeyId === undefined ? { authenticatorId: factor.id } : { passkeyId }
  const linkId = await createLink(tx, { ...stop, ...added })
  const factorKind = passkeyId === undefined ? 'totp' : 'passkey'
  await mailUser(tx, 'two-factor-changed', user, { linkId, factor: factorKind })
  await recordAudit(tx, { ...origin, userId }, 'second_factor_reset', {
    data: { verifiedBy, method: factor.method, kind: factorKind },
  })
}

/** A link that the user requested in a login: that login had verified the password. */
function methodsOf(link: Link, { method }: Replacement, shown: string[]): string[] {
  return !isCreatedByAdmin(link) || method === 'pwd' ? ['pwd', ...shown] : shown
}

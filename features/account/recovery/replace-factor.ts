import type { PasskeyRegistration } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  consumeLink,
  createLink,
  isIdentityVerified,
  voidLinksOf,
  type Link,
} from '#domain/sign-in/link.ts'
import { openSession, userLogins, type LoginAccount } from '#domain/sign-in/login.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import type { Recipient } from '#domain/mail/mail.ts'
import { methodsOf as passkeyMethods, removePasskey } from '#domain/passkeys/passkey.ts'
import {
  mailPasskeyAdded,
  registerPasskey,
  verifyNewPasskey,
} from '#domain/passkeys/passkey-registration.ts'
import {
  createRecoveryCodes,
  setRecoveryCodes,
  type NewRecoveryCode,
} from '#domain/credentials/recovery-code.ts'
import { notifyAddresses } from '#domain/sign-in/recovery-notice.ts'
import { endRecovery } from '#domain/sign-in/recovery.ts'
import {
  consumeReplacement,
  replaceByPasskey,
  replaceSecondFactor,
  stepOf,
  type Replacement,
} from '#domain/credentials/second-factor.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

export type SecondStep = { user: Recipient; origin: Origin; verifiedBy: string; link?: Link }

/** Second step through a mailed link, with the passkeys that the user has lost. */
export type LinkStep = SecondStep & {
  user: LoginAccount
  link: Link
  lostPasskeys: readonly string[]
}

export type Reset = { userId: string; session: StartedSession; recoveryCodes: string[] }

/** A verified factor that has not yet replaced the old one. */
export type NewFactor = {
  factor: Replacement
  codes: readonly NewRecoveryCode[]
  /** Authentication methods of the login that follows. */
  methods: readonly string[]
  /** Saves the factor in the caller's transaction; returns the ID of an added passkey. */
  save: (tx: Transaction) => Promise<{ passkeyId?: string }>
}

/**
 * Verifies the first code of the new authenticator. After five attempts, the reset starts again from the first step
 * with a new key.
 */
export async function verifyFirstCode(
  db: Db,
  { user, origin, verifiedBy }: SecondStep,
  otp: string,
): Promise<NewFactor> {
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
  const save = async (tx: Transaction) => {
    if (!(await replaceSecondFactor(tx, factor, step))) throw new Refusal(errorCodes.loginExpired)
    return {}
  }
  return { factor, codes: await createRecoveryCodes(), methods: ['otp'], save }
}

/** Verifies a passkey that replaces the authenticator. */
export async function verifyPasskeyInstead(
  db: Db,
  { user: account, origin, verifiedBy }: LinkStep,
  response: PasskeyRegistration,
): Promise<NewFactor> {
  const factor = await consumeReplacement(db, account.id, verifiedBy)
  if (!factor) throw new Refusal(errorCodes.loginExpired)
  const owner = { area: userLogins, origin, account }
  const context = { area: userLogins, origin, accountId: account.id, boundTo: verifiedBy }
  const registration = await verifyNewPasskey(db, context, { response })
  const save = async (tx: Transaction) => {
    if (!(await replaceByPasskey(tx, factor))) throw new Refusal(errorCodes.loginExpired)
    const passkeyId = await registerPasskey(tx, owner, registration, [factor.method])
    await mailPasskeyAdded(tx, owner, registration, passkeyId)
    return { passkeyId }
  }
  const methods = passkeyMethods(registration.backupEligible)
  return { factor, codes: await createRecoveryCodes(), methods, save }
}

/** Replaces the factor, voids the user's links, and ends pending logins and recoveries, but not the sessions. */
export async function replaceFactor(
  tx: Transaction,
  { user, origin, verifiedBy, link }: SecondStep,
  { factor, codes, save }: NewFactor,
): Promise<void> {
  const { id: userId } = user
  const { passkeyId } = await save(tx)
  if (link && !(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
  await voidLinksOf(tx, userId)
  await setRecoveryCodes(tx, userId, codes)
  // Before sessions end, because this waits for a login that is being completed, whose session must end, too.
  await endLoginAttempts(tx, userId)
  const actor = { ...origin, userId }
  await endRecovery(tx, actor, { userId }, 'replaced')
  const kind = passkeyId === undefined ? 'totp' : 'passkey'
  const addedFactor = passkeyId === undefined ? { authenticatorId: factor.id } : { passkeyId }
  await notifyReplacement(tx, { user, link, kind, addedFactor })
  const data = { verifiedBy, method: factor.method, kind }
  await recordAudit(tx, actor, 'second_factor_reset', { data })
}

type Replaced = {
  user: Recipient
  link: Link | undefined
  kind: 'totp' | 'passkey'
  addedFactor: { authenticatorId: string } | { passkeyId: string }
}

/**
 * Notifies all addresses of the user, each with a link that undoes the replacement. Without an approval, the user's own
 * address gets the mail about a changed second factor instead, whose link logs out everywhere and disables the factor.
 */
async function notifyReplacement(
  tx: Transaction,
  { user, link, kind, addedFactor }: Replaced,
): Promise<void> {
  const { id: userId, email } = user
  const approvalId = link?.approvalId ?? undefined
  const data = { factor: kind }
  const notice = { approvalId, factor: addedFactor, data }
  if (approvalId !== undefined) return notifyAddresses(tx, 'recovery-done', user, notice)
  const stop = { kind: 'log-me-out', email, userId, createdBy: 'system' } as const
  const linkId = await createLink(tx, { ...stop, ...addedFactor })
  const ownMail = { kind: 'two-factor-changed', data: { linkId, ...data } } as const
  await notifyAddresses(tx, 'recovery-done', user, { ...notice, ownMail })
}

/** Completes a reset through a mailed link: replaces the factor, calls `endSessions`, then starts a new session. */
export async function completeByLink(
  db: Db,
  step: LinkStep,
  newFactor: NewFactor,
  endSessions: (tx: Transaction) => Promise<unknown>,
): Promise<Reset> {
  const { user, origin, link, lostPasskeys } = step
  const { id: userId } = user
  const { factor, codes } = newFactor
  const session = await transaction(db, async (tx) => {
    await replaceFactor(tx, step, newFactor)
    // Removes passkeys only if an admin or an approver has verified the user's identity for this link.
    if (isIdentityVerified(link)) await removePasskeys(tx, step, lostPasskeys)
    await endSessions(tx)
    const firstMethods = factor.method === 'pwd' ? ['pwd'] : []
    const methods = [...firstMethods, ...newFactor.methods]
    const login = { accountId: userId, origin, methods, isUnverified: true }
    const method = newFactor.methods.includes('otp') ? 'otp' : 'passkey'
    return openSession(tx, userLogins, login, { method })
  })
  return { userId, session, recoveryCodes: codes.map(({ code }) => code) }
}

/** Removes the passkeys that the user has lost; ignores those of other accounts. */
async function removePasskeys(
  tx: Transaction,
  { user, origin }: LinkStep,
  lostPasskeys: readonly string[],
): Promise<void> {
  for (const passkeyId of lostPasskeys) {
    if (!(await removePasskey(tx, user.id, passkeyId))) continue
    const data = { passkeyId, reason: 'lost' }
    await recordAudit(tx, { ...origin, userId: user.id }, 'passkey_removed', { data })
  }
}

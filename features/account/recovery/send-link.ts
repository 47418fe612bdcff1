import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { createLink } from '#domain/link.ts'
import { enqueueMail } from '#domain/mail.ts'
import { consumeRateLimit, isWithinLimit } from '#domain/rate-limit.ts'
import { hasSecondFactor } from '#domain/second-factor.ts'
import { findUser, inactivityOf } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { keepIf, transaction, type Db, type Transaction } from '#server/db.ts'

type Addressee = { id?: string; email: string }

/** For a user who lost the authenticator: the password was right, and the link will ask for more than that. */
export async function sendLink(db: Db, caller: AttemptCaller): Promise<void> {
  if (!caller.firstMethods.includes('pwd')) throw new Refusal(errorCodes.loginExpired)
  if (config.loginUniform) return sendLinkUniformly(db, caller)
  const user = await findUser(db, caller.userId)
  if (!user || !(await hasSecondFactor(db, user.id))) throw new Refusal(errorCodes.loginExpired)
  const inactivity = inactivityOf(user)
  if (inactivity) throw new Refusal(inactivity.code)
  const limited = await consumeRateLimit(db, 'twoFactorLinks', user.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  await transaction(db, (tx) => writeLink(tx, caller, user))
}

/**
 * Answers and works alike for a decoy, an inactive user and one who got too many links, and sends them nothing: a
 * refusal would tell that the password was right.
 */
async function sendLinkUniformly(db: Db, caller: AttemptCaller): Promise<void> {
  const { userId, decoy } = caller
  const user = await findUser(db, decoy?.accountId ?? userId)
  const hasFactor = await hasSecondFactor(db, decoy?.accountId ?? userId)
  // Strangers use up no link of the user.
  const key = decoy ? `decoy ${decoy.key}` : userId
  const isWithin = await isWithinLimit(db, 'twoFactorLinks', key)
  const isOwn = !decoy && hasFactor && user !== undefined && !inactivityOf(user)
  const addressee = user ?? { email: decoy?.key ?? '' }
  await transaction(db, (tx) =>
    keepIf(tx, isOwn && isWithin, () => writeLink(tx, caller, addressee)),
  )
}

async function writeLink(tx: Transaction, caller: AttemptCaller, to: Addressee): Promise<void> {
  const { id: userId, email } = to
  const createdBy = `user:${userId}`
  const linkId = await createLink(tx, { kind: 'reset-mfa', email, userId, createdBy })
  await enqueueMail(tx, 'reset-mfa', to, { ...(userId !== undefined && { userId }), linkId })
  await recordAudit(tx, caller, 'second_factor_link_sent', { targetId: userId, data: { linkId } })
}

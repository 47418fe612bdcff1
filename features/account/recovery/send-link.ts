import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { createLink } from '#domain/link.ts'
import { mailUser } from '#domain/mail.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import { hasSecondFactor } from '#domain/second-factor.ts'
import { findUser, inactivityOf } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** For a user who lost the authenticator: the password was right, and the link will ask for more than that. */
export async function sendLink(db: Db, caller: AttemptCaller): Promise<void> {
  const user = await findUser(db, caller.userId)
  if (!user || !(await hasSecondFactor(db, user.id))) throw new Refusal(errorCodes.loginExpired)
  const inactivity = inactivityOf(user)
  if (inactivity) throw new Refusal(inactivity.code)
  const limited = await consumeRateLimit(db, 'twoFactorLinks', user.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  await transaction(db, async (tx) => {
    const { id: userId, email } = user
    const createdBy = `user:${userId}`
    const linkId = await createLink(tx, { kind: 'reset-mfa', email, userId, createdBy })
    await mailUser(tx, 'reset-mfa', user, { linkId })
    await recordAudit(tx, caller, 'second_factor_link_sent', { targetId: userId, data: { linkId } })
  })
}

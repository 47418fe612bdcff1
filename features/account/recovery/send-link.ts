import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import { createLink } from '#domain/link.ts'
import { enqueueMail } from '#domain/mail.ts'
import { findSecondFactor } from '#domain/second-factor.ts'
import { findUser } from '#domain/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { refusals } from './contract.ts'

/** "I have lost my authenticator": her password was right, but the link in the mail asks for more than that. */
export async function sendLink(db: Db, caller: AttemptCaller): Promise<void> {
  const user = await findUser(db, caller.userId)
  if (!user || !(await findSecondFactor(db, user.id))) throw new Refusal(refusals.loginExpired)
  if (!user.active) throw new Refusal(refusals.userInactive)
  if (!user.partnerActive) throw new Refusal(refusals.partnerInactive)
  const held = await consumeRateLimit(db, 'twoFactorLinks', user.id)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  await transaction(db, async (tx) => {
    const { id: userId, email, preferredLanguage: language } = user
    const createdBy = `user:${userId}`
    const linkId = await createLink(tx, { kind: 'reset-mfa', email, userId, createdBy })
    await enqueueMail(tx, {
      kind: 'reset-mfa',
      to: email,
      language,
      userId,
      data: { userId, linkId },
    })
    await recordAudit(tx, caller, 'second_factor_link_sent', { targetId: userId, data: { linkId } })
  })
}

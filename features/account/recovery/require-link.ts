import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { openLink, type Link } from '#domain/link.ts'
import { getUser, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { refusals } from './contract.ts'

/** The link of a token and whose it is, or a refusal; looking uses nothing up. */
export async function requireLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ link: Link; user: User }> {
  const { link, held } = await openLink(db, origin, token)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  if (link?.kind !== 'reset-mfa' || !link.userId) throw new Refusal(refusals.invalidLink)
  const user = await getUser(db, link.userId)
  if (user.active && user.partnerActive) return { link, user }
  await recordAudit(db, origin, 'second_factor_reset_refused', {
    targetId: user.id,
    data: { reason: user.active ? 'company inactive' : 'user inactive' },
  })
  throw new Refusal(user.active ? refusals.partnerInactive : refusals.userInactive)
}

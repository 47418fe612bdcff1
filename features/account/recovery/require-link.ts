import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { openLink, type Link } from '#domain/link.ts'
import { getUser, inactivityOf, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

/** Throws for an unknown or used link, and for an inactive user or company. Does not use the link up. */
export async function requireLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ link: Link; user: User }> {
  const link = await openLink(db, origin, token)
  if (link.kind !== 'reset-mfa' || !link.userId) throw new Refusal(errorCodes.invalidLink)
  const user = await getUser(db, link.userId)
  const inactivity = inactivityOf(user)
  if (!inactivity) return { link, user }
  const { reason, code } = inactivity
  const refused = { targetId: user.id, data: { reason } }
  await recordAudit(db, origin, 'second_factor_reset_refused', refused)
  throw new Refusal(code)
}

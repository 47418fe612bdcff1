import { Refusal } from '#contract/refusal.ts'
import { addressKey, giveBack, takeFromAddress } from '#domain/counter.ts'
import { findLink, type Link } from '#domain/link.ts'
import { findUser, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { refusals } from './contract.ts'

/** The link of a token and whose it is, or a refusal; looking uses nothing up. */
export async function requireLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ link: Link; user: User }> {
  const held = await takeFromAddress(db, 'unknownLinks', origin)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  const link = await findLink(db, token)
  if (link?.kind !== 'reset-mfa' || !link.userId) throw new Refusal(refusals.invalidLink)
  await giveBack(db, 'unknownLinks', addressKey(origin.ipAddress))
  const user = await findUser(db, link.userId)
  if (!user) throw new Refusal(refusals.invalidLink)
  if (!user.active) throw new Refusal(refusals.userInactive)
  if (!user.partnerActive) throw new Refusal(refusals.partnerInactive)
  return { link, user }
}

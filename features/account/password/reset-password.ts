import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { openLink, consumeLink, type Link } from '#domain/link.ts'
import { faultsOfNewPassword, replacePassword } from '#domain/new-password.ts'
import { hashPassword } from '#domain/password.ts'
import { findUser, type User } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { confirmReset } from './contract.ts'

const { refusals } = confirmReset

type Sent = Body<typeof confirmReset>

/** The first password of somebody who was added without one, too. It ends every session and begins none. */
export async function resetPassword(db: Db, origin: Origin, sent: Sent): Promise<void> {
  const { link, user } = await requireLink(db, origin, sent.token)
  const faults = await faultsOfNewPassword(db, user.id, {
    password: sent.password,
    context: { person: user, isSignUp: false },
    field: 'password',
  })
  if (faults[0]) throw new Refusal(faults[0].code, { faults })
  const hash = await hashPassword(sent.password)
  await transaction(db, (tx) => replaceBy(tx, { origin, link, user, hash }))
}

async function requireLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ link: Link; user: User }> {
  const { link, held } = await openLink(db, origin, token)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  const user =
    link?.kind === 'reset-password' && link.userId ? await findUser(db, link.userId) : undefined
  if (!link || !user) throw new Refusal(refusals.invalidLink)
  if (user.active && user.partnerActive) return { link, user }
  const reason = user.active ? 'company inactive' : 'user inactive'
  await recordAudit(db, origin, 'password_reset_refused', { targetId: user.id, data: { reason } })
  throw new Refusal(user.active ? refusals.partnerInactive : refusals.userInactive)
}

type Reset = { origin: Origin; link: Link; user: User; hash: string }

async function replaceBy(tx: Transaction, { origin, link, user, hash }: Reset): Promise<void> {
  if (!(await consumeLink(tx, link.id))) throw new Refusal(refusals.invalidLink)
  const endedSessions = await replacePassword(tx, { user, hash, origin })
  await recordAudit(tx, { ...origin, userId: user.id }, 'password_reset', {
    targetId: user.id,
    data: { linkId: link.id, endedSessions },
  })
}

import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import type { MailKind } from '#contract/mail-kind.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  addContactPoint,
  findContactPoint,
  listContactPoints,
  removeContactPoint,
  verifyContactPoint,
  type ContactPoint,
} from '#domain/accounts/contact-point.ts'
import { consumeLink, createLink, openLinkForUse } from '#domain/sign-in/link.ts'
import { enqueueMails, mailUser } from '#domain/mail/mail.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { getUser, type User } from '#domain/accounts/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { listContactPoints as listEndpoint } from './contract.ts'

type ContactPointReply = Reply<typeof listEndpoint>[number]

export async function listOwnContactPoints(db: Db, { userId }: UserCaller) {
  return (await listContactPoints(db, userId)).map(describe)
}

/**
 * Adds an address. Emails a link to it, and a notice to the user's verified addresses. Throws if the user already has
 * the address or the maximum number of addresses, or above the rate limit.
 */
export async function addOwnContactPoint(db: Db, caller: UserCaller, email: string) {
  const { userId } = caller
  const user = await getUser(db, userId)
  if (email === user.email) throw invalidField('email', 'ownAddress')
  const limited = await consumeRateLimit(db, 'twoFactorLinks', `contact ${userId}`)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  return transaction(db, async (tx) => {
    const points = await listContactPoints(tx, userId)
    const id = await addContactPoint(tx, userId, email)
    if (id === undefined) {
      // `addContactPoint` has waited for concurrent calls, which may have added addresses since `points` were read.
      const isListed = (await listContactPoints(tx, userId)).some(({ value }) => value === email)
      throw invalidField('email', isListed ? 'listedTwice' : 'tooMany')
    }
    const link = { kind: 'contact-point', email, userId, createdBy: `user:${userId}` } as const
    const linkId = await createLink(tx, { ...link, contactPointId: id })
    await mailUser(tx, 'contact-point', { ...user, email }, { linkId })
    await notifyOfChange(tx, 'contact-point-added', user, { points, address: email, addedId: id })
    await recordAudit(tx, caller, 'contact_point_added', { data: { contactPointId: id } })
    return describe(await getContactPoint(tx, id))
  })
}

/**
 * Removes an address. Emails a notice to the user's verified addresses, including the removed one. Throws 404001 if it
 * is not an address of the user.
 */
export async function removeOwnContactPoint(db: Db, caller: UserCaller, id: string): Promise<void> {
  const { userId } = caller
  const user = await getUser(db, userId)
  await transaction(db, async (tx) => {
    const points = await listContactPoints(tx, userId)
    const removed = isId(id) && (await removeContactPoint(tx, userId, id))
    if (!removed) throw new Refusal(commonErrors.notFound)
    await notifyOfChange(tx, 'contact-point-removed', user, { points, address: removed.value })
    await recordAudit(tx, caller, 'contact_point_removed', { data: { contactPointId: id } })
  })
}

/**
 * Verifies an address by the link that was emailed to it. Throws `tooManyRequests`, or `invalidLink` if the link no
 * longer works or the address was removed.
 */
export async function verifyAddress(db: Db, origin: Origin, token: string): Promise<void> {
  const link = await openLinkForUse(db, origin, token)
  const { kind, userId, contactPointId } = link
  if (kind !== 'contact-point' || userId === null || contactPointId === null)
    throw new Refusal(errorCodes.invalidLink)
  await transaction(db, async (tx) => {
    const isFirstUse = await consumeLink(tx, link.id)
    if (!isFirstUse || !(await verifyContactPoint(tx, contactPointId)))
      throw new Refusal(errorCodes.invalidLink)
    const details = { targetId: userId, data: { contactPointId } }
    await recordAudit(tx, origin, 'contact_point_verified', details)
  })
}

type Change = {
  /** Contact points before the change. */
  points: readonly ContactPoint[]
  /** The added or removed address. */
  address: string
  /** Id of the added contact point. */
  addedId?: string
}

/**
 * Emails a notice to the user's own address, with a link that logs out and undoes an addition, and to the contact
 * points that were verified before the change.
 */
async function notifyOfChange(
  tx: Transaction,
  kind: MailKind,
  user: User,
  { points, address, addedId }: Change,
): Promise<void> {
  const { id: userId, email, preferredLanguage } = user
  const stop = { kind: 'log-me-out', email, userId, createdBy: 'system' } as const
  const linkId = await createLink(tx, { ...stop, ...(addedId && { contactPointId: addedId }) })
  const data = { userId, address }
  const others = points
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .map(({ value }) => ({ id: userId, email: value, preferredLanguage, data }))
  const own = { ...user, data: { ...data, linkId } }
  await enqueueMails(tx, kind, [own, ...others])
}

async function getContactPoint(tx: Transaction, id: string): Promise<ContactPoint> {
  const point = await findContactPoint(tx, id)
  if (!point) throw new Error(`no contact point ${id}`)
  return point
}

function describe(point: ContactPoint): ContactPointReply {
  const { id, value: email, verifiedAt, isUsable: usable } = point
  const usableFrom = point.usableFrom.toISOString()
  return { id, email, verified: verifiedAt !== null, usable, usableFrom }
}

import { randomUUIDv7 } from 'node:crypto'
import { maxContactPoints } from '#contract/account-limits.ts'
import { row, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/** Further email addresses that are notified about changes of a user's account (table contact_points). */

/** Time before a new address is used, in which the user can notice an address added by an attacker. */
const usableAfter = '72 hours'

/** SQL condition on `contact_points c`: verified, and the waiting time has passed. */
const isUsable = sql`(c.verified_at is not null and c.usable_from <= now())`

export type ContactPoint = {
  id: string
  userId: string
  value: string
  verifiedAt: Date | null
  createdAt: Date
  usableFrom: Date
  isUsable: boolean
}

const columns = sql`
  c.id, c.user_id, c.value, c.verified_at, c.created_at, c.usable_from, ${isUsable} as is_usable`

/** Lists the addresses of a user, the oldest first. */
export function listContactPoints(db: Db, userId: string): Promise<ContactPoint[]> {
  return rows<ContactPoint>(db)`
    select ${columns} from contact_points c where c.user_id = ${userId} order by c.created_at, c.id`
}

/** Lists the addresses that are in use: verified, and past the waiting time. The oldest is first. */
export async function listUsableAddresses(db: Db, userId: string): Promise<string[]> {
  const contactPoints = await rows<{ value: string }>(db)`
    select c.value from contact_points c where c.user_id = ${userId} and ${isUsable} order by c.created_at, c.id`
  return contactPoints.map(({ value }) => value)
}

export function findContactPoint(db: Db, id: string): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(db)`select ${columns} from contact_points c where c.id = ${id}`
}

/**
 * Adds an unverified address. Returns the id, or undefined if the user already has the address or three addresses. Safe
 * under concurrency: never exceeds three.
 */
export async function addContactPoint(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<string | undefined> {
  await run(tx)`select from accounts where id = ${userId} for no key update`
  return scalar<string>(tx)`
    insert into contact_points (id, user_id, kind, value, usable_from)
    select ${randomUUIDv7()}, ${userId}, 'email', ${email}, now() + ${usableAfter}::interval
    where (select count(*) from contact_points where user_id = ${userId}) < ${maxContactPoints}
    on conflict (user_id, kind, value) do nothing
    returning id`
}

/** Marks an address as verified. Returns undefined if it was already verified or has been removed. */
export function verifyContactPoint(tx: Transaction, id: string): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(tx)`
    update contact_points c set verified_at = now() where c.id = ${id} and c.verified_at is null
    returning ${columns}`
}

/** Removes an address of a user. Returns undefined for an unknown id and for another user's address. */
export function removeContactPoint(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(tx)`
    delete from contact_points c where c.id = ${id} and c.user_id = ${userId} returning ${columns}`
}

import { randomUUIDv7 } from 'node:crypto'
import { affects, row, rows, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/** Where else a user is told what happens to the account (table contact_points): a second email address. */

export const maxContactPoints = 3

/** A thief who adds an address of their own is seen before it counts. */
const usableAfter = '72 hours'

/** For statements about `contact_points c`. */
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

/** The oldest first. */
export function listContactPoints(db: Db, userId: string): Promise<ContactPoint[]> {
  return rows<ContactPoint>(db)`
    select ${columns} from contact_points c where c.user_id = ${userId} order by c.created_at, c.id`
}

/** Addresses that are told of a recovery. */
export async function listUsableAddresses(db: Db, userId: string): Promise<string[]> {
  const found = await rows<{ value: string }>(db)`
    select c.value from contact_points c where c.user_id = ${userId} and ${isUsable} order by c.created_at, c.id`
  return found.map(({ value }) => value)
}

export function findContactPoint(db: Db, id: string): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(db)`select ${columns} from contact_points c where c.id = ${id}`
}

/** Returns its id; undefined where the user has it already, or three. Of parallel calls as many as fit add one. */
export async function addContactPoint(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<string | undefined> {
  await affects(tx)`select from accounts where id = ${userId} for no key update`
  return scalar<string>(tx)`
    insert into contact_points (id, user_id, kind, value, usable_from)
    select ${randomUUIDv7()}, ${userId}, 'email', ${email}, now() + ${usableAfter}::interval
    where (select count(*) from contact_points where user_id = ${userId}) < ${maxContactPoints}
    on conflict (user_id, kind, value) do nothing
    returning id`
}

/** Undefined when it was verified already, or removed. */
export function verifyContactPoint(tx: Transaction, id: string): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(tx)`
    update contact_points c set verified_at = now() where c.id = ${id} and c.verified_at is null
    returning ${columns}`
}

/** Undefined for another user's, and for none. */
export function removeContactPoint(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<ContactPoint | undefined> {
  return row<ContactPoint>(tx)`
    delete from contact_points c where c.id = ${id} and c.user_id = ${userId} returning ${columns}`
}

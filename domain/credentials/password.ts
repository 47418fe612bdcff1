import { randomUUIDv7 } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'
import { config } from '#server/config.ts'
import type { Sql } from 'sql-template-tag'
import { affects, row, run, scalars, sql, type Db } from '#server/db.ts'
import { hashWithArgon2, verifyArgon2Hash } from '#server/argon2.ts'

/** Number of passwords that are kept: the current one and the four before it (specification §5). */
const maxRemembered = 5

const cost = {
  memoryCost: config.passwordHashMemoryKib,
  timeCost: config.passwordHashPasses,
  parallelism: 1,
}

// Verified in place of a missing hash, so that an unknown email address takes as long as a known one.
const decoy = hashWithArgon2('nobody has this password', cost)

/** Hashes a password. Argon2id, CPU-bound. Never call inside a transaction. Throws `Overloaded`. */
export function hashPassword(password: string): Promise<string> {
  return hashWithArgon2(normalized(password), cost)
}

export type MatchingPassword = {
  id: string
  /** True if the password may be known to an attacker. It opens no login and only serves to set a new password. */
  isCompromised: boolean
}

/** Correct passwords that a check accepts. `none`: a password proves nothing here, so that all count as wrong. */
export type AcceptedPassword = 'any' | 'uncompromised' | 'none'

export const acceptsAs: Record<AcceptedPassword, (password: MatchingPassword) => boolean> = {
  any: () => true,
  none: () => false,
  uncompromised: ({ isCompromised }) => !isCompromised,
}

/**
 * Returns the user's current password if `password` is correct; undefined otherwise. Does equal work without a current
 * password. Replaces a hash of a lower cost. Argon2id, CPU-bound. Never call inside a transaction. Throws `Overloaded`.
 */
export async function matchPassword(
  db: Db,
  current: CurrentPassword | undefined,
  password: string,
): Promise<MatchingPassword | undefined> {
  const isRight = await verifyArgon2Hash(current?.hash ?? (await decoy), normalized(password))
  if (!current || !isRight) return undefined
  await rehash(db, current, password)
  return current
}

/** Marks the current password as compromised. */
export async function markCompromised(db: Db, userId: string): Promise<void> {
  await run(db)`
    update passwords set compromised_at = now()
    where compromised_at is null
      and id = (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit 1)`
}

export type CurrentPassword = MatchingPassword & { hash: string }

/**
 * Returns the user's latest password; undefined for a user who was added by others and has not set one yet. The latest
 * is chosen by the database's clock, because the order of the ids depends on the clocks of the servers.
 */
export function findPassword(
  db: Db,
  userId: string | undefined,
): Promise<CurrentPassword | undefined> {
  return row<CurrentPassword>(db)`${selectPassword(userId)}`
}

/** Returns SQL that selects the `CurrentPassword` of a user, for a statement that reads more. */
export function selectPassword(userId: string | undefined): Sql {
  return sql`
    select id, hash, compromised_at is not null as is_compromised
    from passwords
    where user_id = ${userId ?? null} order by created_at desc, id desc limit 1`
}

/** Returns true for the current password and the four before it. Argon2id, CPU-bound. Throws `Overloaded`. */
export async function isRecentPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const recent = await scalars<string>(db)`
    select hash from passwords where user_id = ${userId} order by created_at desc, id desc limit ${maxRemembered}`
  const matches = await Promise.all(
    recent.map((hash) => verifyArgon2Hash(hash, normalized(password))),
  )
  return matches.includes(true)
}

/**
 * Sets a new current password and deletes all but the latest five. Locks the account, so that of two concurrent changes
 * the one that is committed last sets the password.
 */
export async function setPassword(db: Db, userId: string, hash: string): Promise<void> {
  await run(db)`select from accounts where id = ${userId} for no key update`
  // `now()` is the start of a transaction, so a password of one that began later but ended earlier has a later time.
  await run(db)`
    with earlier as (
      update passwords set created_at = now() - interval '1 microsecond'
      where user_id = ${userId} and created_at >= now())
    insert into passwords (id, user_id, hash) values (${randomUUIDv7()}, ${userId}, ${hash})`
  await run(db)`
    delete from passwords
    where user_id = ${userId}
      and id not in (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit ${maxRemembered})`
}

/**
 * Returns true if the current password was set by a mailed link and no login with two factors has followed, so that it
 * may have been chosen by a reader of the mailbox. With `since`, returns false for a password that was set earlier. The
 * link and the password have equal times, because they are written in one transaction.
 */
export function isPasswordFromMail(
  db: Db,
  userId: string,
  since: Sql = sql`timestamptz '-infinity'`,
): Promise<boolean> {
  return affects(db)`
    select from (select verified_at, created_at from passwords
                 where user_id = ${userId} order by created_at desc, id desc limit 1) p
    where p.verified_at is null and p.created_at >= ${since} and exists (
      select from one_time_links l
      where l.user_id = ${userId} and l.kind = 'reset-password' and l.used_at = p.created_at)`
}

/** Marks the current password as used in a login that a second factor completed. */
export async function markVerified(db: Db, userId: string): Promise<void> {
  await run(db)`
    update passwords set verified_at = now()
    where verified_at is null
      and id = (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit 1)`
}

/** Replaces a hash of a lower cost, while the plain password is available. */
async function rehash(db: Db, { id, hash }: CurrentPassword, password: string): Promise<void> {
  const { memoryCost, timeCost } = parseOptions(hash)
  if (memoryCost >= cost.memoryCost && timeCost >= cost.timeCost) return
  const stronger = await hashPassword(password)
  await run(db)`
    update passwords set hash = ${stronger} where id = ${id} and hash = ${hash}`
}

function normalized(password: string): string {
  return password.normalize('NFKC')
}

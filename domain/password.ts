import { randomUUIDv7 } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'
import { config } from '#server/config.ts'
import { row, rows, run, sql, type Db } from '#server/db.ts'
import { hashWithArgon2, verifyArgon2Hash } from '#server/hash.ts'

/**
 * The current password and the four before it (specification §5). The latest is so by the database's clock: ids
 * are made by the servers', of which one may be wrong.
 */
const remembered = 5

const cost = {
  memoryCost: config.passwordHash.memoryKib,
  timeCost: config.passwordHash.passes,
  parallelism: 1,
}

// What the password of nobody is compared with, so that an unknown address takes as long as a known one.
const decoy = hashWithArgon2('nobody has this password', cost)

/** Slow on purpose: call it before a transaction opens, never while one holds a connection. Throws Busy. */
export function hashPassword(password: string): Promise<string> {
  return hashWithArgon2(normal(password), cost)
}

type Current = { id: string; hash: string; isVerified: boolean; isCompromised: boolean }

/**
 * Whether it is the user's current password. It does the same work for a user who does not exist or has
 * none, and answers false.
 */
export async function isCurrentPassword(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<boolean> {
  return (await checkPassword(db, userId, password)) !== undefined
}

/** The same for a login, which a password that somebody else has used does not open any more. */
export async function opensLogin(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<boolean> {
  return (await openingPassword(db, userId, password)) !== undefined
}

/** Which one it is, so that the login ends with it. */
export async function openingPassword(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<string | undefined> {
  const current = await checkPassword(db, userId, password)
  return current?.isCompromised === false ? current.id : undefined
}

/** Somebody else knows it: from now on it serves only to set a new one, in a session that is open. */
export async function markCompromised(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`
    update passwords set compromised_at = now()
    where compromised_at is null
      and id = (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit 1)`,
  )
}

/** The same, for one that went through a whole login since it was set: by a mailed link anybody can set one. */
export async function isVerifiedPassword(
  db: Db,
  userId: string,
  password: string,
): Promise<boolean> {
  return (await checkPassword(db, userId, password))?.isVerified ?? false
}

/** Whether the current password, whatever it is, was proven so. */
export async function hasVerifiedPassword(db: Db, userId: string): Promise<boolean> {
  return (await currentOf(db, userId))?.isVerified ?? false
}

async function checkPassword(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<Current | undefined> {
  const current = await currentOf(db, userId)
  const isRight = await verifyArgon2Hash(current?.hash ?? (await decoy), normal(password))
  if (!current || !isRight) return undefined
  await rehash(db, current, password)
  return current
}

function currentOf(db: Db, userId: string | undefined): Promise<Current | undefined> {
  return row<Current>(
    db,
    sql`
    select id, hash, verified_at is not null and compromised_at is null as is_verified,
           compromised_at is not null as is_compromised
    from passwords
    where user_id = ${userId ?? null} order by created_at desc, id desc limit 1`,
  )
}

/** Somebody who was added by others has none until she sets her first. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await currentOf(db, userId)) !== undefined
}

export async function isRecentPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const recent = await rows<{ hash: string }>(
    db,
    sql`
    select hash from passwords where user_id = ${userId} order by created_at desc, id desc limit ${remembered}`,
  )
  const matched = await Promise.all(
    recent.map((known) => verifyArgon2Hash(known.hash, normal(password))),
  )
  return matched.includes(true)
}

export async function setPassword(db: Db, userId: string, hash: string): Promise<void> {
  await run(
    db,
    sql`
    insert into passwords (id, user_id, hash) values (${randomUUIDv7()}, ${userId}, ${hash})`,
  )
  await run(
    db,
    sql`
    delete from passwords
    where user_id = ${userId}
      and id not in (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit ${remembered})`,
  )
}

/** Remembers that a login was completed with this password and the second factor. */
export async function markVerified(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`
    update passwords set verified_at = now()
    where verified_at is null
      and id = (select id from passwords where user_id = ${userId} order by created_at desc, id desc limit 1)`,
  )
}

/** A hash made when the cost was lower is made again while the password is at hand. */
async function rehash(
  db: Db,
  current: { id: string; hash: string },
  password: string,
): Promise<void> {
  const { memoryCost, timeCost } = parseOptions(current.hash)
  if (memoryCost >= cost.memoryCost && timeCost >= cost.timeCost) return
  const stronger = await hashPassword(password)
  await run(
    db,
    sql`
    update passwords set hash = ${stronger} where id = ${current.id} and hash = ${current.hash}`,
  )
}

function normal(password: string): string {
  return password.normalize('NFKC')
}

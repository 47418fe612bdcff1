import { randomUUIDv7 } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { config } from '#server/config.ts'
import { row, rows, run, sql, type Db } from '#server/db.ts'

/** The current password and the four before it (specification §5). */
const remembered = 5

const cost = {
  memoryCost: config.passwordHash.memoryKib,
  timeCost: config.passwordHash.passes,
  parallelism: 1,
}

// What the password of nobody is compared with, so that an unknown address takes as long as a known one.
const decoy = hash('nobody has this password', cost)

/** Slow on purpose: call it before a transaction opens, never while one holds a connection. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost)
}

/**
 * Whether it is the user's current password. It does the same work for a user who does not exist or has
 * none, and answers false.
 */
export async function isCurrentPassword(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<boolean> {
  const current = await row<{ id: string; hash: string }>(
    db,
    sql`
    select id, hash from passwords where user_id = ${userId ?? null} order by id desc limit 1`,
  )
  const isRight = await verify(current?.hash ?? (await decoy), normal(password))
  if (!current || !isRight) return false
  await rehash(db, current, password)
  return true
}

export async function isRecentPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const recent = await rows<{ hash: string }>(
    db,
    sql`
    select hash from passwords where user_id = ${userId} order by id desc limit ${remembered}`,
  )
  const matched = await Promise.all(recent.map((known) => verify(known.hash, normal(password))))
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
      and id not in (select id from passwords where user_id = ${userId} order by id desc limit ${remembered})`,
  )
}

/** Remembers that a login was completed with this password and the second factor. */
export async function markProven(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`
    update passwords set proven_at = now()
    where proven_at is null
      and id = (select id from passwords where user_id = ${userId} order by id desc limit 1)`,
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

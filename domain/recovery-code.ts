import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { verifyArgon2Hash, hashWithArgon2 } from '#server/hash.ts'
import { enqueueMail } from './mail.ts'
import { findUser } from './user.ts'

// Without the letters and digits that are mistaken for one another: 32 signs, five bits each.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 4
const prefixLength = 4
/** With so many left, or fewer, the owner is told. */
export const fewCodes = 3

export type NewRecoveryCode = { code: string; prefix: string; hash: string }

/** Ten codes of 80 bits. Slow on purpose: before a transaction opens. */
export function createRecoveryCodes(): Promise<NewRecoveryCode[]> {
  const codes = Array.from({ length: 10 }, () => randomCode())
  return Promise.all(
    codes.map(async (code) => ({
      code,
      prefix: prefixOf(code),
      hash: await hashWithArgon2(plain(code)),
    })),
  )
}

/** The new codes take the place of all older ones. */
export async function setRecoveryCodes(
  db: Db,
  userId: string,
  codes: readonly NewRecoveryCode[],
): Promise<void> {
  await run(db, sql`delete from recovery_codes where user_id = ${userId}`)
  for (const { prefix, hash } of codes) {
    await run(
      db,
      sql`
      insert into recovery_codes (id, user_id, prefix, hash)
      values (${randomUUIDv7()}, ${userId}, ${prefix}, ${hash})`,
    )
  }
}

/** The unused code that was typed, by its id. Slow on purpose. */
export async function findRecoveryCode(
  db: Db,
  userId: string,
  typed: string,
): Promise<string | undefined> {
  const candidates = await rows<{ id: string; hash: string }>(
    db,
    sql`
    select id, hash from recovery_codes
    where user_id = ${userId} and prefix = ${prefixOf(typed)} and used_at is null`,
  )
  for (const { id, hash } of candidates) {
    if (await verifyArgon2Hash(hash, plain(typed))) return id
  }
  return undefined
}

/** Uses a code up: of any number of parallel tries exactly one is told true. Its owner hears when few are left. */
export async function consumeRecoveryCode(tx: Transaction, id: string): Promise<boolean> {
  const used = await row<{ userId: string }>(
    tx,
    sql`
    update recovery_codes set used_at = now() where id = ${id} and used_at is null
    returning user_id`,
  )
  if (used) await tellWhenFew(tx, used.userId)
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const found = await row<{ left: number }>(
    db,
    sql`
    select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`,
  )
  return found?.left ?? 0
}

async function tellWhenFew(tx: Transaction, userId: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || (await countRecoveryCodes(tx, userId)) > fewCodes) return
  await enqueueMail(tx, {
    kind: 'codes-running-low',
    to: user.email,
    language: user.preferredLanguage,
    userId,
    data: { userId },
  })
}

function randomCode(): string {
  const letters = [...randomBytes(groups * groupLength)].map(
    (byte) => alphabet[byte % alphabet.length],
  )
  return letters.join('').match(/.{4}/g)!.join('-')
}

function plain(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
}

function prefixOf(code: string): string {
  return plain(code).slice(0, prefixLength)
}

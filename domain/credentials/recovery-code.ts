import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { fewCodes } from '#contract/account-limits.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, UserCaller } from '#server/caller.ts'
import { rows, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import { verifyArgon2Hash, hashWithArgon2 } from '#server/argon2.ts'
import { recordAudit } from '../audit/audit.ts'
import { mailUser, type Recipient } from '../mail/mail.ts'
import { consumeRateLimit } from './rate-limit.ts'
import { findUser } from '../accounts/user.ts'

// 32 characters of five bits each, without easily confused ones.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const prefixLength = 4

const decoy = hashWithArgon2('no code is this text')

export type NewRecoveryCode = { code: string; prefix: string; hash: string }

/**
 * Returns ten new codes of 80 bits. Argon2id, CPU-bound. Hashes one code at a time, so that a caller takes only one
 * place in the queue. Never call inside a transaction. Throws `Overloaded`.
 */
export async function createRecoveryCodes(): Promise<NewRecoveryCode[]> {
  const codes: NewRecoveryCode[] = []
  for (let count = 0; count < 10; count += 1) {
    const code = randomCode()
    codes.push({ code, prefix: prefixOf(code), hash: await hashWithArgon2(plain(code)) })
  }
  return codes
}

/**
 * Replaces all codes of the account. Locks the account, so that after concurrent calls only the codes of the last one
 * remain.
 */
export async function setRecoveryCodes(
  tx: Transaction,
  userId: string,
  codes: readonly NewRecoveryCode[],
): Promise<void> {
  await run(tx)`select from accounts where id = ${userId} for no key update`
  await run(tx)`delete from recovery_codes where user_id = ${userId}`
  for (const { prefix, hash } of codes) {
    await run(tx)`
      insert into recovery_codes (id, user_id, prefix, hash)
      values (${randomUUIDv7()}, ${userId}, ${prefix}, ${hash})`
  }
}

/**
 * Replaces the codes of a caller and returns them. Call it only after step-up authentication, because a stolen session
 * alone must not yield codes that outlive it. Throws `tooManyRequests`.
 */
export async function renewRecoveryCodes(
  db: Db,
  caller: UserCaller | AdminCaller,
  owner: Recipient,
): Promise<string[]> {
  const limited = await consumeRateLimit(db, 'twoFactorLinks', `codes ${owner.id}`)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  const codes = await createRecoveryCodes()
  await transaction(db, async (tx) => {
    await setRecoveryCodes(tx, owner.id, codes)
    await mailUser(tx, 'recovery-codes-created', owner)
    await recordAudit(tx, caller, 'recovery_codes_created', { data: { count: codes.length } })
  })
  return codes.map(({ code }) => code)
}

/**
 * Returns a recovery code, used or not; undefined if it is wrong. Argon2id, CPU-bound. Never call inside a transaction.
 * Throws `Overloaded`.
 */
export async function findRecoveryCode(
  db: Db,
  userId: string,
  code: string,
): Promise<{ id: string; isUsed: boolean } | undefined> {
  const candidates = await rows<{ id: string; hash: string; isUsed: boolean }>(db)`
    select id, hash, used_at is not null as is_used from recovery_codes
    where user_id = ${userId} and prefix = ${prefixOf(code)}`
  for (const { id, hash, isUsed } of candidates) {
    if (await verifyArgon2Hash(hash, plain(code))) return { id, isUsed }
  }
  // Equal work, whether a code of the user begins with these characters or not.
  if (candidates.length === 0) await verifyArgon2Hash(await decoy, plain(code))
  return undefined
}

/**
 * Uses up a code and emails the user if few codes are left. Atomic: only one of any number of concurrent calls returns
 * true.
 */
export async function consumeRecoveryCode(tx: Transaction, id: string): Promise<boolean> {
  const userId = await scalar<string>(tx)`
    update recovery_codes set used_at = now() where id = ${id} and used_at is null
    returning user_id`
  if (userId) await sendMailWhenFew(tx, userId)
  return userId !== undefined
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from recovery_codes where user_id = ${userId} and used_at is null`
  return count ?? 0
}

async function sendMailWhenFew(tx: Transaction, userId: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || (await countRecoveryCodes(tx, userId)) > fewCodes) return
  await mailUser(tx, 'codes-running-low', user)
}

function randomCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length])
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

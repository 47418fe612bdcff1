import { recordAudit } from '#domain/audit.ts'
import { countUnderOtherKeys, reencryptBatch } from '#domain/encrypted-columns.ts'
import { keyUses, type KeyUse } from '#domain/signing-key.ts'
import { db, rows, type Db } from '#server/db.ts'
import { firstKeyId, knownKeyIds, tokenFor, tokenHash } from '#server/secret.ts'
import { UsageError } from '#server/command-options.ts'
import { rotate } from './rotate.ts'

/** Re-encrypts everything with the first key; afterwards older keys can be removed from SECRET_KEYS. */
export async function reencryptCommand(words: readonly string[]): Promise<string[]> {
  if (words.length > 0) throw new UsageError('It takes no arguments.')
  const { count, neededUntil } = await reencryptAll(db, (done, all) => {
    process.stderr.write(`${done} of ${all}\n`)
  })
  const older = knownKeyIds().filter((id) => id !== firstKeyId())
  return [
    `Everything is encrypted with the key ${firstKeyId()}, the first of SECRET_KEYS; ${count} values were re-encrypted.`,
    ...(older.length === 0 ? [] : [adviceFor(older, neededUntil)]),
  ]
}

function adviceFor(older: readonly string[], neededUntil: Date | undefined): string {
  const which = `The older ${older.length === 1 ? 'key' : 'keys'} ${older.join(', ')}`
  const when = neededUntil
    ? `from ${neededUntil.toISOString()}, when the last link made with it has expired`
    : 'now'
  return `${which} can be removed from SECRET_KEYS ${when}; users stay logged in.`
}

/** `npm run portico -- keys:rotate`: rotates a signing key. What the old key signed stays verifiable until it has expired. */
export async function rotateKeysCommand(words: readonly string[]): Promise<string[]> {
  const [use = 'oidc', ...others] = words
  if (!isKeyUse(use) || others.length > 0) {
    throw new UsageError(`Say one key of ${keyUses.join(', ')}.`)
  }
  const rotated = await rotate(use)
  if (!rotated) {
    throw new Error(
      `Nothing was changed: the ${use} key is not in use yet, or is being rotated by another command.`,
    )
  }
  const { kid, retiredKid, signsFrom } = rotated
  return [
    `The new ${use} key ${kid} is published now and signs from ${signsFrom.toISOString()}.`,
    `The old key ${retiredKid} signs until then and stays published for 13 more hours.`,
  ]
}

function isKeyUse(word: string): word is KeyUse {
  return keyUses.includes(word as KeyUse)
}

/** Rows of one transaction, small so that no login waits for it. */
const batch = 200

/** Re-encrypts everything with the first of SECRET_KEYS. Can be stopped, repeated and run concurrently. */
export async function reencryptAll(db: Db, onProgress: (done: number, all: number) => void) {
  const all = await countUnderOtherKeys(db, firstKeyId())
  let count = 0
  for (;;) {
    const some = await reencryptBatch(db, firstKeyId(), batch)
    if (some === 0) break
    count += some
    onProgress(Math.min(count, all), all)
  }
  const data = { key: firstKeyId(), count }
  if (count > 0) await recordAudit(db, { kind: 'system' }, 'secrets_reencrypted', { data })
  return { count, neededUntil: await olderKeysNeededUntil(db) }
}

/**
 * When the last link expires whose token only an older key can derive, for a mail that has to be sent again.
 * A link that was mailed is found by its hash and needs no key.
 */
async function olderKeysNeededUntil(db: Db): Promise<Date | undefined> {
  const open = await rows<{ id: string; tokenHash: Buffer; expiresAt: Date }>(db)`
    select id, token_hash, expires_at from one_time_links
    where used_at is null and voided_at is null and expires_at > now()
    order by expires_at desc`
  return open.find((link) => !tokenHash(tokenFor('link', link.id)).equals(link.tokenHash))
    ?.expiresAt
}

import { recordAudit } from '#domain/audit/audit.ts'
import { countUnderOtherKeys, reencryptInBatches } from '#domain/keys/encrypted-columns.ts'
import { keyUses, publishedFor } from '#domain/keys/signing-key.ts'
import { batchSize, db, rows, sql, type Db } from '#server/db.ts'
import { firstKeyId, secretKeyIds, tokenFor, tokenHash } from '#server/secret.ts'
import { UsageError } from '#server/command-options.ts'
import { rotate } from './rotate.ts'

/** Re-encrypts all secrets with the first key, so that older keys can be removed from SECRET_KEYS. */
export async function reencryptCommand(words: readonly string[]): Promise<string[]> {
  if (words.length > 0) throw new UsageError('It takes no arguments.')
  const { count, neededUntil } = await reencryptAll(db, (done, all) => {
    process.stderr.write(`${done} of ${all}\n`)
  })
  const older = secretKeyIds().filter((id) => id !== firstKeyId())
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

/**
 * Runs `npm run portico -- keys:rotate`, which rotates a signing key. Signatures of the old key stay verifiable until
 * they expire.
 */
export async function rotateKeysCommand(words: readonly string[]): Promise<string[]> {
  const [word = 'oidc', ...others] = words
  const use = keyUses.find((each) => each === word)
  if (!use || others.length > 0) {
    throw new UsageError(`Say one key of ${keyUses.join(', ')}.`)
  }
  const rotation = await rotate(use)
  if (!rotation) {
    throw new Error(
      `Nothing was changed: the ${use} key is not in use yet, or is being rotated by another command.`,
    )
  }
  const { kid, retiredKid, signsFrom } = rotation
  return [
    `The new ${use} key ${kid} is published now and signs from ${signsFrom.toISOString()}.`,
    `The old key ${retiredKid} signs until then and stays published for another ${publishedFor}.`,
  ]
}

/** Values are counted up to this number before the start. */
const maxCounted = 100_000
/** Minimum time between two reports of progress. */
const reportIntervalMs = 1_000

/**
 * Re-encrypts all secrets with the first of SECRET_KEYS. Can be interrupted, repeated and run concurrently. `onProgress`
 * receives at most once a second the number of values that this process has re-encrypted, and the number at the start as
 * text, such as `more than 100,000`.
 */
export async function reencryptAll(db: Db, onProgress: (done: number, all: string) => void) {
  const all = await countUnderOtherKeys(db, firstKeyId(), maxCounted)
  const allText = all < maxCounted ? `${all}` : `more than ${maxCounted.toLocaleString('en')}`
  let count = 0
  let reportedAt = 0
  for await (const batchCount of reencryptInBatches(db, firstKeyId(), batchSize)) {
    count += batchCount
    if (performance.now() < reportedAt + reportIntervalMs) continue
    reportedAt = performance.now()
    onProgress(count, allText)
  }
  const data = { key: firstKeyId(), count }
  if (count > 0) await recordAudit(db, { kind: 'system' }, 'secrets_reencrypted', { data })
  return { count, neededUntil: await olderKeysNeededUntil(db) }
}

/** An open link; `exact` is its expiry with microseconds, which a Date does not have. */
type OpenLink = { id: string; tokenHash: Buffer; expiresAt: Date; exact: string }

/**
 * Returns the expiry of the last open link with a token that only an older key can derive; resending its email needs
 * that key. Links that users already have are found by hash, without a key.
 */
async function olderKeysNeededUntil(db: Db): Promise<Date | undefined> {
  let before = sql``
  for (;;) {
    const links = await rows<OpenLink>(db)`
      select id, token_hash, expires_at, expires_at::text as exact from one_time_links
      where used_at is null and voided_at is null and expires_at > now() ${before}
      order by expires_at desc, id desc limit ${batchSize}`
    const older = links.find(
      ({ id, tokenHash: hash }) => !tokenHash(tokenFor('link', id)).equals(hash),
    )
    const last = links.at(-1)
    if (older || !last) return older?.expiresAt
    before = sql`and (expires_at, id) < (${last.exact}::timestamptz, ${last.id})`
  }
}

import { recordAudit } from '#domain/audit.ts'
import { countUnderOtherKeys, reencryptBatch } from '#domain/encrypted-columns.ts'
import { rows, type Db } from '#server/db.ts'
import { firstKeyId, tokenFor, tokenHash } from '#server/secret.ts'

/** Rows of one transaction, small so that no login waits for it. */
const batch = 200

export type Reencrypted = { count: number; neededUntil: Date | undefined }
type Progress = (done: number, all: number) => void

/** Re-encrypts everything with the first of SECRET_KEYS. Can be stopped, repeated and run concurrently. */
export async function reencryptAll(db: Db, onProgress: Progress): Promise<Reencrypted> {
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

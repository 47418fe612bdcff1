import { record } from '#domain/audit.ts'
import { olderKeysNeededUntil } from '#domain/link.ts'
import { countOthers, resealSome } from '#domain/vault.ts'
import type { Db } from '#server/db.ts'
import { firstKeyId } from '#server/secret.ts'

/** So many at a time, each by itself: nobody who logs in meanwhile waits for it. */
const batch = 200

export type Resealed = { count: number; neededUntil: Date | undefined }
type Progress = (done: number, all: number) => void

/**
 * Seals all that lies under older keys anew, under the first of SECRET_KEYS. Stopped anywhere it has done what it
 * has done, and the next call goes on; several at once do no harm.
 */
export async function resealAll(db: Db, onProgress: Progress): Promise<Resealed> {
  const all = await countOthers(db, firstKeyId())
  let count = 0
  for (;;) {
    const some = await resealSome(db, firstKeyId(), batch)
    if (some === 0) break
    count += some
    onProgress(Math.min(count, all), all)
  }
  const data = { key: firstKeyId(), count }
  if (count > 0) await record(db, { kind: 'system' }, 'secrets_sealed_anew', { data })
  return { count, neededUntil: await olderKeysNeededUntil(db) }
}

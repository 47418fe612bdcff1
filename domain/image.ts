import { createHash, randomUUIDv7 } from 'node:crypto'
import { affects, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import type { Png } from '#server/png.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Images that neither a platform nor any version of the brand shows: a day to publish them, and so many at once. */
const maxUnused = 50

/**
 * Stores an image that `reencodePng` has made, once; an earlier one counts as new again. Beyond 50 that nothing shows,
 * the oldest go. Returns the hash that names it.
 */
export async function storeImage(tx: Transaction, { png, width, height }: Png): Promise<string> {
  const sha256 = createHash('sha256').update(png).digest()
  await lockImages(tx)
  await run(tx)`
    insert into brand_images (id, sha256, png, width, height)
    values (${randomUUIDv7()}, ${sha256}, ${png}, ${width}, ${height})
    on conflict (sha256) do update set id = excluded.id`
  await deleteUnused(tx)
  return sha256.toString('hex')
}

/** Whether an image is stored. It then stays at least until the transaction ends, which may refer to it. */
export async function hasImage(tx: Transaction, hash: string): Promise<boolean> {
  await lockImages(tx)
  return affects(tx)`select from brand_images where sha256 = decode(${hash}, 'hex')`
}

export function findImage(db: Db, hash: string): Promise<Buffer | undefined> {
  return scalar<Buffer>(db)`select png from brand_images where sha256 = decode(${hash}, 'hex')`
}

/** Deletes images that nothing has shown for a day. */
export async function deleteUnusedImages(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await lockImages(tx)
    await deleteUnused(tx)
  })
}

/** Until the transaction ends no image is deleted elsewhere, and none is referred to. */
async function lockImages(tx: Transaction): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('images', 0))`
}

async function deleteUnused(tx: Transaction): Promise<void> {
  await run(tx)`
    delete from brand_images where id in (
      select id from (
        select i.id, row_number() over (order by i.id desc) as place from brand_images i
        where not exists (select from subsystems s where s.logo = encode(i.sha256, 'hex'))
          and not exists (
            select from brands b where strpos(b.settings::text, encode(i.sha256, 'hex')) > 0)) unused
      where id < ${idAt(Date.now() - dayMs)}::uuid or place > ${maxUnused})`
}

/** The lowest id of a moment: ids begin with their time (RFC 9562 §5.7). */
function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

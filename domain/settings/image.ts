import { createHash, randomUUIDv7 } from 'node:crypto'
import { affects, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import type { Png } from '#server/png.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * Maximum number of unused images, which neither a platform nor a version of the brand shows. They are deleted after a
 * day.
 */
const maxUnused = 50

/**
 * Stores an image from `reencodePng` and returns its SHA-256 hash in hexadecimal, which is its name. Storing an
 * existing image again makes it the newest. Deletes the oldest unused images beyond the maximum.
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

/**
 * Returns true if the image is stored. It is then not deleted before the transaction ends, so that the transaction can
 * add a reference to it.
 */
export async function hasImage(tx: Transaction, hash: string): Promise<boolean> {
  await lockImages(tx)
  return affects(tx)`select from brand_images where sha256 = decode(${hash}, 'hex')`
}

export function findImage(db: Db, hash: string): Promise<Buffer | undefined> {
  return scalar<Buffer>(db)`select png from brand_images where sha256 = decode(${hash}, 'hex')`
}

/** Deletes unused images that were stored more than a day ago, and those beyond the maximum. */
export async function deleteUnusedImages(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await lockImages(tx)
    await deleteUnused(tx)
  })
}

/** Waits for other transactions that delete or refer to images, and locks them out until this transaction ends. */
async function lockImages(tx: Transaction): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('images', 0))`
}

async function deleteUnused(tx: Transaction): Promise<void> {
  await run(tx)`
    delete from brand_images where id in (
      select id from (
        select i.id, row_number() over (order by i.id desc) as position from brand_images i
        where not exists (select from subsystems s where s.logo = encode(i.sha256, 'hex'))
          and not exists (
            select from brands b where strpos(b.settings::text, encode(i.sha256, 'hex')) > 0)) unused
      where id < ${idAt(Date.now() - dayMs)}::uuid or position > ${maxUnused})`
}

/** Returns the lowest UUIDv7 of a time in milliseconds since 1970; the ids begin with their time (RFC 9562 §5.7). */
function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

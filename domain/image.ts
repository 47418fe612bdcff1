import { createHash, randomUUIDv7 } from 'node:crypto'
import { affects, run, scalar, type Db } from '#server/db.ts'
import type { Png } from '#server/png.ts'

/** Stores an image that `reencodePng` has made, once. Returns the hash that names it. */
export async function storeImage(db: Db, { png, width, height }: Png): Promise<string> {
  const sha256 = createHash('sha256').update(png).digest()
  await run(db)`
    insert into brand_images (id, sha256, png, width, height)
    values (${randomUUIDv7()}, ${sha256}, ${png}, ${width}, ${height})
    on conflict (sha256) do nothing`
  return sha256.toString('hex')
}

export function hasImage(db: Db, hash: string): Promise<boolean> {
  return affects(db)`select from brand_images where sha256 = decode(${hash}, 'hex')`
}

export function findImage(db: Db, hash: string): Promise<Buffer | undefined> {
  return scalar<Buffer>(db)`select png from brand_images where sha256 = decode(${hash}, 'hex')`
}

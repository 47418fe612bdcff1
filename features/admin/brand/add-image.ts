import { recordAudit } from '#domain/audit/audit.ts'
import { storeImage } from '#domain/settings/image.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { reencodePng } from '#server/png.ts'

/** Stores an uploaded PNG image and returns the hash that identifies it. */
export async function addImage(db: Db, caller: AdminCaller, bytes: Buffer): Promise<string> {
  const image = await reencodePng(bytes, 'image')
  const { width, height } = image
  return transaction(db, async (tx) => {
    const hash = await storeImage(tx, image)
    await recordAudit(tx, caller, 'brand_image_added', { data: { image: hash, width, height } })
    return hash
  })
}

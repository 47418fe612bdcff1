import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { storeImage } from '#domain/settings/image.ts'
import { replaceLogo } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { reencodePng } from '#server/png.ts'

/**
 * Sets a platform's logo. Returns the hash that names the image. Throws 400001 like `reencodePng`, and 404001 for an
 * unknown platform.
 */
export async function setLogo(
  db: Db,
  caller: AdminCaller,
  { id, bytes }: { id: string; bytes: Buffer },
): Promise<string> {
  const image = await reencodePng(bytes, 'image')
  return transaction(db, async (tx) => {
    const logo = await storeImage(tx, image)
    await changeLogo(tx, caller, { id, logo })
    return logo
  })
}

export async function removeLogo(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await transaction(db, (tx) => changeLogo(tx, caller, { id, logo: null }))
}

async function changeLogo(
  tx: Transaction,
  caller: AdminCaller,
  { id, logo }: { id: string; logo: string | null },
): Promise<void> {
  const before = await replaceLogo(tx, { id, logo })
  if (!before) throw new Refusal(commonErrors.notFound)
  const data = { before, after: { logo } }
  await recordAudit(tx, caller, 'platform_logo_changed', { targetId: id, data })
}

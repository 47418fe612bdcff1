import { configuredLogo, type BrandSettings } from '#contract/brand.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import {
  findBrand,
  listBrandVersions,
  publishBrand,
  refreshBrand,
  type PublishedBrand,
} from '#domain/settings/brand.ts'
import { hasImage } from '#domain/settings/image.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/**
 * Publishes settings as the successor of `version`; this process shows them immediately. `restored` is the number of an
 * earlier version that is published again. Throws 400001 for an unknown logo, and 409001 with the other admin's name if
 * another version was published meanwhile.
 */
export async function publish(
  db: Db,
  caller: Actor,
  { version, settings }: PublishedBrand,
  restored?: number,
): Promise<PublishedBrand> {
  const isPublished = await transaction(db, async (tx) => {
    await requireImages(tx, settings)
    const { settings: before } = await findBrand(tx)
    if (!(await publishBrand(tx, caller.adminId ?? null, { version, settings }))) return false
    await recordAudit(tx, caller, restored === undefined ? 'brand_changed' : 'brand_restored', {
      data: { version: version + 1, restored, before, after: settings },
    })
    return true
  })
  if (!isPublished) await refuseConflict(db)
  await refreshBrand(db)
  return { version: version + 1, settings }
}

/** Throws 400001 if a logo was never uploaded or no longer exists. */
export async function requireImages(tx: Transaction, settings: BrandSettings): Promise<void> {
  for (const name of ['logo', 'logoDark'] as const) {
    const logo = settings[name]
    if (logo === null || logo === configuredLogo) continue
    if (!(await hasImage(tx, logo))) throw invalidField(name, 'unknownImage')
  }
}

async function refuseConflict(db: Db): Promise<never> {
  const code = errorCodes.changedMeanwhile
  const [latest] = await listBrandVersions(db)
  throw new Refusal(code, { faults: [{ code, by: latest?.by ?? undefined }] })
}

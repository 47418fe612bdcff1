import { byName } from '#server/collation.ts'
import { findImage } from '../settings/image.ts'
import { rows, scalars, sql, type Db } from '#server/db.ts'

/**
 * SQL condition: company `p` has platform `s`. A null `p.subsystems` means all platforms that are offered to such
 * companies.
 */
export const isOfCompany = sql`(p.id is not null and coalesce(s.id = any(p.subsystems), s.offered_to_all))`

/** Returns those of `subsystemIds` that the company has. */
export function findOffered(
  db: Db,
  partnerId: string | null,
  subsystemIds: readonly string[],
): Promise<string[]> {
  return scalars<string>(db)`
    select s.id from subsystems s left join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and ${isOfCompany}`
}

/** Returns, in alphabetical order, the names of those of `subsystemIds` that are active and that the company has. */
export function listOfferedNames(
  db: Db,
  partnerId: string,
  subsystemIds: readonly string[],
): Promise<string[]> {
  return scalars<string>(db)`
    select s.name from subsystems s join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and s.active and ${isOfCompany}
    order by s.name ${byName}, s.id`
}

/** Maximum number of logos in an email, which bounds its size. */
const maxLogos = 6

/** Returns the platforms like `listOfferedNames`, with the images of the first logos. */
export async function listOfferedPlatforms(
  db: Db,
  partnerId: string,
  subsystemIds: readonly string[],
): Promise<{ name: string; logo: Buffer | undefined }[]> {
  const platforms = await rows<{ name: string; logo: string | null }>(db)`
    select s.name, s.logo from subsystems s join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and s.active and ${isOfCompany}
    order by s.name ${byName}, s.id`
  return Promise.all(
    platforms.map(async ({ name, logo }, index) => ({
      name,
      logo: logo !== null && index < maxLogos ? await findImage(db, logo) : undefined,
    })),
  )
}

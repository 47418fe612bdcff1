import { byName } from '#server/collation.ts'
import { scalars, sql, type Db } from '#server/db.ts'

/** The platforms that a company has. */

/** SQL for whether the company `p` has the platform `s`. */
export const isOfCompany = sql`(p.id is not null and coalesce(s.id = any(p.subsystems), true))`

/** The ids among these of platforms that a company has. */
export function findOffered(
  db: Db,
  partnerId: string | null,
  subsystemIds: readonly string[],
): Promise<string[]> {
  return scalars<string>(db)`
    select s.id from subsystems s left join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and ${isOfCompany}`
}

/** The names of those among these active platforms that a company has, in alphabetical order. */
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

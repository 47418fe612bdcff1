import { row, sql, type Db } from './db.ts'

/**
 * The collation of every list of names: the root of the Unicode collation algorithm, for all languages. Indexes store
 * this order, so they break if its version changes: see `collationFault`.
 */
export const byName = sql`collate "und-x-icu"`

/** Returns why the indexes of names may be out of order; undefined if they match the current collation version. */
export async function collationFault(db: Db): Promise<string | undefined> {
  const versions = await row<{ recorded: string | null; actual: string | null }>(db)`
    select collversion as recorded, pg_collation_actual_version(oid) as actual from pg_collation
    where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace`
  if (!versions || versions.recorded === versions.actual) return undefined
  return (
    `the collation und-x-icu has version ${versions.actual}, but the database records ${versions.recorded}: ` +
    'reindex by the command reindex-names (docs/how-to/upgrade.md)'
  )
}

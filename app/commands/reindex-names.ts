import { parseArgs } from 'node:util'
import type pg from 'pg'
import { config } from '#server/config.ts'
import { createPool, rows, scalars, sql, type Db } from '#server/db.ts'

/** An index, as SQL writes its name. */
type SortedIndex = { name: string; size: string }

/** SQL for a version of collation `k`; null for one that never changes, such as C. */
const actualVersion = sql`
  case when k.collprovider = 'd' then pg_database_collation_actual_version(d.oid)
       else pg_collation_actual_version(k.oid) end`

/**
 * Rebuilds the indexes whose order depends on a library of the operating system, while the servers run. `--dry-run` prints
 * the statements instead. Safe to repeat: an interrupted run leaves unfinished copies, which the next one drops.
 */
export async function reindexNamesCommand(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } })
  const owner = createPool(config.databaseOwnerUrl, 1, { query_timeout: 0 })
  try {
    const indexes = await findSortedIndexes(owner)
    const statements = indexes.map(({ name }) => `reindex index concurrently ${name};`)
    if (values['dry-run']) return [...statements, '-- Nothing was changed.']
    await owner.query("set statement_timeout = 0; set lock_timeout = '0'")
    await dropUnfinished(owner)
    for (const [at, { name, size }] of indexes.entries()) {
      process.stderr.write(`${at + 1} of ${indexes.length}: rebuilding ${name} (${size})\n`)
      await owner.query(`reindex index concurrently ${name}`).catch(ignoreDropped)
    }
    return [`Indexes that were rebuilt: ${indexes.length}.`, ...(await adviseRefresh(owner))]
  } finally {
    await owner.end()
  }
}

/** Ignores that a partition was dropped meanwhile. */
function ignoreDropped(error: { code?: string }): void {
  if (error.code !== '42P01') throw error
}

/** Lists the indexes whose order depends on a collation that has versions, the smallest first. */
export function findSortedIndexes(db: Db): Promise<SortedIndex[]> {
  return rows<SortedIndex>(db)`
    select format('%I.%I', n.nspname, c.relname) as name, pg_size_pretty(pg_relation_size(c.oid)) as size
    from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relkind = 'i'
    join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^(pg_|information_schema$)'
    join pg_database d on d.datname = current_database()
    where exists (
      select from pg_collation k
      where (k.oid = any(i.indcollation)
             or exists (select from pg_depend p
                        where p.classid = 'pg_class'::regclass and p.objid = i.indexrelid
                          and p.refclassid = 'pg_collation'::regclass and p.refobjid = k.oid))
        and ${actualVersion} is not null)
    order by pg_relation_size(c.oid), c.oid`
}

/** Drops the copies that an interrupted `reindex concurrently` leaves. PostgreSQL marks them as invalid. */
async function dropUnfinished(owner: pg.Pool): Promise<void> {
  const copies = await scalars<string>(owner)`
    select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relkind = 'i' and c.relname ~ '_cc(new|old)[0-9]*$'`
  for (const name of copies) await owner.query(`drop index concurrently ${name}`)
}

/** Returns what the superuser must run, so that PostgreSQL and the servers stop warning; empty if they do not warn. */
async function adviseRefresh(owner: pg.Pool): Promise<string[]> {
  const statements = await scalars<string>(owner)`
    select case when k.collprovider = 'd' then format('alter database %I refresh collation version;', d.datname)
                else format('alter collation %I.%I refresh version;', n.nspname, k.collname) end
    from pg_collation k
    join pg_namespace n on n.oid = k.collnamespace
    join pg_database d on d.datname = current_database()
    where case when k.collprovider = 'd' then d.datcollversion else k.collversion end <> ${actualVersion}
      and (k.collname in ('default', 'und-x-icu'))
    order by 1`
  return statements.length === 0
    ? []
    : ['Run as the superuser of PostgreSQL, so that the warning ends:', ...statements]
}

import { row, type Db } from './db.ts'

/**
 * Says that the processes which are connected now, with this one, may together open more connections than PostgreSQL
 * allows. Behind a pooler it knows nothing of the others.
 */
export async function poolFault(db: Db): Promise<string | undefined> {
  const found = await row<{ processes: number; wanted: number; most: number }>(db)`
    select count(*) as processes, coalesce(sum(pool), 0) as wanted,
           current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int as most
    from (select distinct application_name, split_part(application_name, ' ', 3)::int as pool
          from pg_stat_activity where application_name ~ '^portico [^ ]+ [0-9]+$') known`
  const { processes = 0, wanted = 0, most = 0 } = found ?? {}
  if (wanted <= most) return undefined
  return (
    `${processes} pools of DATABASE_POOL may open ${wanted} connections, PostgreSQL allows ${most}: ` +
    'lower DATABASE_POOL, raise max_connections, or put PgBouncer before it (docs/scale.md)'
  )
}

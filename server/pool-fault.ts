import { row, type Db } from './db.ts'

/**
 * Returns a warning if all connected processes together, including this one, may open more connections than PostgreSQL
 * allows; otherwise undefined. Behind a pooler, the other processes are unknown.
 */
export async function poolFault(db: Db): Promise<string | undefined> {
  const pools = await row<{ processes: number; wanted: number; allowed: number }>(db)`
    select count(*) as processes, coalesce(sum(pool), 0) as wanted,
           current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int as allowed
    from (select distinct application_name, split_part(application_name, ' ', 3)::int as pool
          from pg_stat_activity where application_name ~ '^portico [^ ]+ [0-9]+$') pools`
  const { processes = 0, wanted = 0, allowed = 0 } = pools ?? {}
  if (wanted <= allowed) return undefined
  return (
    `${processes} pools of DATABASE_POOL may open ${wanted} connections, but PostgreSQL allows ${allowed}: ` +
    'lower DATABASE_POOL, raise max_connections, or use PgBouncer (docs/scale.md)'
  )
}

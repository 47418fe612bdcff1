import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { inDatabase, report } from './harness.ts'

/** Limit of the rows of `sessions` that are read for each session that ends. */
const maxReads = 5

/**
 * Counts the rows that one run of the worker reads to end the timed-out sessions: 3 % of two million, or of the number
 * that the argument names. A run that finds only the sessions that have timed out meanwhile follows.
 */
export async function benchExpiry([count]: readonly string[]): Promise<boolean> {
  const many = Number(count ?? 2_000_000)
  return inDatabase({ name: 'expiry' }, async (database) => {
    const { addUser } = await import('#test/people.ts')
    const { createPool } = await import('#server/db.ts')
    const { expireSessions } = await import('#domain/sessions/session-timeout.ts')
    await fill(database, (await addUser()).id, many)
    // One connection, because each connection counts its own reads.
    const own = createPool(database.serverUrl, 1)
    const measure = async () => {
      const [before, startTime] = [await readsOf(own), performance.now()]
      const ended = await expireSessions(own)
      const ms = performance.now() - startTime
      return { ended, ms, reads: (await readsOf(own)) - before }
    }
    const first = await measure()
    const second = await measure()
    await own.end()
    for (const [name, { ended, ms, reads }] of Object.entries({ first, second }))
      console.log(`${name} run: ${reads} rows read, ${ended} sessions ended in ${ms.toFixed(0)} ms`)
    const wanted = Math.round(many * 0.03)
    return report(
      'expiry',
      [
        {
          name: `rows read to end ${wanted} of ${many} sessions`,
          here: String(first.reads),
          beside: `${first.ended} ended`,
          ratio: first.reads / first.ended,
          most: maxReads,
        },
        {
          name: 'ended sessions beside all timed-out ones',
          here: String(first.ended),
          beside: String(wanted),
          ratio: first.ended / wanted,
          least: 1,
        },
      ],
      { many, first, second },
    )
  })
}

/**
 * Adds sessions as they are a minute after the last run of the worker: 3 % have timed out, most of them by inactivity.
 * As many time out in each of the following fifteen minutes, and all others were used in the last minute.
 */
async function fill(
  { adminUrl, serverUrl }: Database,
  userId: string,
  many: number,
): Promise<void> {
  const url = Object.assign(new URL(adminUrl), { pathname: new URL(serverUrl).pathname })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename = 'sessions' and not exists (
      select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into sessions (id, user_id, token_hash, browser, ip_address, methods, created_at, last_seen_at,
                           coarse_seen_at, expires_at)
     select gen_random_uuid(), $1, sha256(n::text::bytea), 'Chrome on Windows', '192.0.2.1', '{pwd,otp}',
            now() - interval '2 hours', seen, seen - random() * interval '5 minutes',
            case when n % 100 = 0 then now() - random() * interval '1 minute' else now() + interval '10 hours' end
     from generate_series(1, $2::int) n
     cross join lateral (select now() - case
       when n % 100 = 0 then random() * interval '1 minute'
       when n % 100 < 3 then interval '15 minutes' + random() * interval '1 minute'
       when n % 100 < 48 then random() * interval '15 minutes'
       else random() * interval '1 minute' end as seen) activity`,
    [userId, many],
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze sessions')
  await client.end()
}

/** Returns the rows of `sessions` that were read until now. */
async function readsOf(pool: pg.Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ reads: string }>(`
    select seq_tup_read + idx_tup_fetch as reads from pg_stat_user_tables where relname = 'sessions'`)
  return Number(rows[0]?.reads)
}

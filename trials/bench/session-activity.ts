import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { measureRequests, type Figure, type Side } from './harness.ts'

const concurrency = 64
/** Time in milliseconds after which PostgreSQL has counted the work of idle connections. */
const flushMs = 11_000

/** Writes of a session check that records activity, each divided by the number of checks. */
type Writes = { updates: number; hotUpdates: number; commits: number; walBytes: number }
type Counters = Omit<Writes, 'walBytes'> & { lsn: string }

/**
 * Measures the writes of session checks with many cookies, each used once, whose activity was last recorded more than a
 * minute ago. With an earlier version, measures both on the same rows.
 */
export async function measureActivity(
  { adminUrl, serverUrl }: Database,
  { many, here, earlier }: { many: number; here: Side; earlier: Side | undefined },
): Promise<Figure[]> {
  const url = Object.assign(new URL(adminUrl), { pathname: new URL(serverUrl).pathname })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await addSessions(client, many)
    const own = await writesOf(client, here, many)
    const former = earlier && (await writesOf(client, earlier, many))
    console.log(`${many} cookies: ${describe(own)}`)
    if (!former) return [figure('commits', own.commits, 'one commit for each', own.commits, 0.2)]
    console.log(`the earlier version: ${describe(former)}`)
    // A session that is in use records its activity half as often as before, so twice the WAL of one write is the same.
    const limits = { commits: 0.2, walBytes: 2 } as const
    return (['commits', 'walBytes'] as const).map((name) =>
      figure(name, own[name], former[name].toFixed(2), own[name] / former[name], limits[name]),
    )
  } finally {
    await client.end()
  }
}

function figure(name: string, value: number, beside: string, ratio: number, most: number): Figure {
  const title = `${name} of a session check that records activity`
  return { name: title, here: value.toFixed(2), beside, ratio, most }
}

function describe({ updates, hotUpdates, commits, walBytes }: Writes): string {
  return `${updates.toFixed(2)} updates (${hotUpdates.toFixed(2)} without index entries), ${commits.toFixed(2)} commits and ${walBytes.toFixed(0)} bytes of WAL a check`
}

async function addSessions(client: pg.Client, many: number): Promise<void> {
  await client.query(
    `insert into sessions (id, user_id, token_hash, browser, ip_address, methods, expires_at)
     select gen_random_uuid(), (select id from users limit 1), sha256(('activity-' || n)::bytea),
            'Chrome on Windows', '192.0.2.1', '{pwd,otp}', now() + interval '12 hours'
     from generate_series(1, $1::int) n`,
    [many],
  )
}

async function writesOf(client: pg.Client, { port }: Side, many: number): Promise<Writes> {
  // As in sessions that are in use: one in six moves the indexed time with this activity.
  await client.query(`
    update sessions set last_seen_at = now() - interval '90 seconds',
                        coarse_seen_at = now() - interval '90 seconds' - random() * interval '252 seconds'`)
  await client.query('vacuum analyze sessions')
  await client.query('checkpoint')
  await wait(flushMs)
  const before = await countersOf(client)
  // In steps of a prime, because the cookies of concurrent requests are not on one page of the table.
  const headersOf = (count: number) =>
    `cookie: portico=activity-${1 + ((count * 7_919) % many)}\r\n`
  const target = { port, path: '/api/users/me', headersOf, concurrency }
  const { count } = await measureRequests(target, { requests: many })
  const wal = await client.query<{ bytes: string }>(
    'select pg_current_wal_insert_lsn() - $1::pg_lsn as bytes',
    [before.lsn],
  )
  await wait(flushMs)
  const after = await countersOf(client)
  return {
    updates: (after.updates - before.updates) / count,
    hotUpdates: (after.hotUpdates - before.hotUpdates) / count,
    commits: (after.commits - before.commits) / count,
    walBytes: Number(wal.rows[0]?.bytes) / count,
  }
}

async function countersOf(client: pg.Client): Promise<Counters> {
  const { rows } = await client.query<Counters>(`
    select t.n_tup_upd::float8 as updates, t.n_tup_hot_upd::float8 as "hotUpdates",
           d.xact_commit::float8 as commits, pg_current_wal_insert_lsn()::text as lsn
    from pg_stat_user_tables t, pg_stat_database d
    where t.relname = 'sessions' and d.datname = current_database()`)
  return rows[0]!
}

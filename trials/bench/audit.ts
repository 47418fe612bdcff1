import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Db } from '#server/db.ts'
import { inDatabase, median } from './harness.ts'
import { addAuditMonths } from '../../demo/audit-months.ts'
import type { Database } from '../../demo/database.ts'

const defaultCount = 10_000_000

/** Measures the audit log with ten million rows: pages, filters, and the rate of inserts. */
export async function benchAudit([count]: readonly string[]): Promise<boolean> {
  const total = Number(count ?? defaultCount)
  return inDatabase({ name: 'audit' }, async (database) => {
    const emptyUrl = await emptyTwin(database)
    await fill(database, total)
    const { full, empty } = await insertSpeeds(database, emptyUrl)
    const figures = await readSpeeds()
    const ratio = full / empty
    console.log(
      `\nadding rows, 8 at a time: ${rounded(empty)}/s to an empty table, ${rounded(full)}/s to ${total} rows: ${(ratio * 100).toFixed(0)} % (limit 80 %)`,
    )
    return report(figures) && ratio >= 0.8
  })
}

async function fill({ ownerUrl }: Database, total: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await fillAuditLog(owner, total)
  await owner.end()
}

/**
 * Returns inserts per second, one row per transaction as the server writes them. Alternates between the full log and an
 * empty one, so that other load on the machine affects both equally.
 */
async function insertSpeeds(database: Database, emptyUrl: string) {
  const { createPool } = await import('#server/db.ts')
  const places = [createPool(database.serverUrl, 8), createPool(emptyUrl, 8)]
  const speeds: [number[], number[]] = [[], []]
  for (let round = 0; round <= 15; round += 1) {
    for (const [at, place] of places.entries()) {
      const speed = await insertFor(place, 1_000, round)
      // The first round only warms up.
      if (round > 0) speeds[at as 0 | 1].push(speed)
    }
  }
  for (const place of places) await (place as unknown as { end: () => Promise<void> }).end()
  return { full: median(speeds[0]), empty: median(speeds[1]) }
}

async function insertFor(place: Db, ms: number, round: number): Promise<number> {
  const { recordAudit: record } = await import('#domain/audit/audit.ts')
  const start = performance.now()
  let count = 0
  async function write(part: number): Promise<void> {
    while (performance.now() - start < ms) {
      const n = (count += 1)
      const userId = `00000000-0000-4000-8000-${String(n % 20_000).padStart(12, '0')}`
      const requestId = `${round}-${part}-${n}`
      const actor = { userId, ipAddress: `10.9.${part}.${n % 250}`, requestId }
      await record(place, actor, 'login_succeeded', { data: { method: 'otp', sessionId: n } })
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, part) => write(part)))
  return (count / (performance.now() - start)) * 1000
}

/** Creates an empty database with the same schema; returns its URL. */
async function emptyTwin(database: Database): Promise<string> {
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query('create database empty_twin owner portico_owner')
  await admin.end()
  const inside = new pg.Client({ connectionString: twin(database.adminUrl) })
  await inside.connect()
  await inside.query('create extension if not exists pg_trgm')
  await inside.end()
  const { migrate } = await import('../../app/migrate.ts')
  await migrate({ ownerUrl: twin(database.ownerUrl), serverUrl: twin(database.serverUrl) })
  return twin(database.serverUrl)
}

function twin(url: string): string {
  return Object.assign(new URL(url), { pathname: '/empty_twin' }).href
}

function report(figures: readonly Figure[]): boolean {
  const first = figures[0]?.ms ?? 0
  console.log('\npage of 50, median of 200   ms      of the first page (limit: twice)')
  for (const { name, ms } of figures) {
    console.log(`${name.padEnd(32)} ${ms.toFixed(2).padStart(6)}   ${(ms / first).toFixed(2)}`)
  }
  return figures.every(({ ms }) => ms <= first * 2)
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

type Figure = { name: string; ms: number }

/** Measures complete responses: session, permission, rows, names and the audit row of the search itself. */
async function readSpeeds(): Promise<Figure[]> {
  const ask = await adminCall()
  const started = performance.now()
  let url = '/api/admin/auditlogs'
  for (let number = 1; number < 10_000; number += 1) url = (await ask(url)).next
  console.log(`9,999 pages one after the other: ${seconds(started)} s`)
  const some = (await ask(url)).entries.find(({ actorKind }) => actorKind === 'user')
  const day = new Date(Date.parse(some?.timestamp ?? '') - 86_400_000).toISOString()
  const { timestamp = '', userId, ipAddress, requestId } = some ?? {}
  const cases = [
    ['first page', '/api/admin/auditlogs'],
    ['10,000th page, by its cursor', url],
    ['startDate and endDate', filtered({ startDate: day, endDate: timestamp })],
    ['action, frequent', filtered({ action: 'login_succeeded' })],
    ['action that never happened', filtered({ action: 'sign_up_refused' })],
    [
      'three actions',
      `${filtered({ action: 'login_failed' })}&action=session_ended&action=logged_out`,
    ],
    ['user', filtered({ user: userId ?? '' })],
    ['ipAddress', filtered({ ipAddress: ipAddress ?? '' })],
    ['subSystem', filtered({ subSystem: 'business-hub' })],
    ['requestId', filtered({ requestId: requestId ?? '' })],
  ] as const
  const times = cases.map((): number[] => [])
  // Cases alternate, so that other load on the machine affects all of them equally.
  for (let round = 0; round < 220; round += 1) {
    for (const [at, [, url]] of cases.entries()) {
      const start = performance.now()
      await ask(url)
      if (round >= 20) times[at]?.push(performance.now() - start)
    }
  }
  return cases.map(([name], at) => ({ name, ms: median(times[at] ?? []) }))
}

function filtered(search: Record<string, string>): string {
  return `/api/admin/auditlogs?${new URLSearchParams(search)}`
}

type Entry = {
  timestamp: string
  actorKind: string
  userId: string
  ipAddress: string
  requestId: string
}

/** Returns a function that calls a server which serves only the audit log, with the session of an admin. */
async function adminCall(): Promise<(url: string) => Promise<{ entries: Entry[]; next: string }>> {
  const { createServer } = await import('#server/http.ts')
  const { adminCookies } = await import('#server/cookies.ts')
  const { addAdmin, startSessionOfAdmin } = await import('#test/people.ts')
  const { identify } = await import('../../app/identify.ts')
  const { auditLogRoutes } = await import('../../features/admin/audit-log/routes.ts')
  const session = await startSessionOfAdmin(await addAdmin({ roles: ['auditor'] }))
  const server = createServer(identify)
  await server.register(async (api) => auditLogRoutes(api), { prefix: '/api' })
  const headers = { cookie: `${adminCookies.session}=${session.token}` }
  return async (url) => {
    const answer = await server.inject({ url, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { entries: answer.json(), next: String(answer.headers['x-next-url'] ?? '') }
  }
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}

const rowsPerInsert = 500_000

/**
 * Fills the audit log with thirteen months of 20,000 users at 50,000 IP addresses, skewed so that some filters match
 * half of the log and others a few rows. Creates the indexes after the rows, which is ten times as fast.
 */
export async function fillAuditLog(
  owner: pg.Client,
  total: number,
  companies = 1_000,
): Promise<void> {
  const start = performance.now()
  // Partitions belong to the role that creates them, and the server reads some by their own names.
  await owner.query('set role portico_owner')
  await addAuditMonths(owner, 12)
  await owner.query('reset role')
  await owner.query("set maintenance_work_mem = '1GB'")
  const { rows } = await owner.query<{ definition: string; name: string }>(`
    select indexdef as definition, indexname as name from pg_indexes
    where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  for (let from = 0; from < total; from += rowsPerInsert) {
    await owner.query(
      `
      insert into audit_log
        (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id, company_id)
      select
        (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid,
        t, case when n % 50 = 0 then 'admin' when n % 10 = 0 then 'visitor' else 'user' end,
        case when n % 50 = 0 then '00000000-0000-4000-a000-' || lpad(to_hex(n / 50 % 500), 12, '0')
             when n % 10 <> 0 then '00000000-0000-4000-8000-' || lpad(to_hex(n * 7919 % 20000), 12, '0') end,
        case when n % 10 = 0 then '00000000-0000-4000-8000-' || lpad(to_hex(n * 104729 % 20000), 12, '0') end,
        case when n % 200 = 0 then 'audit_log_searched' when n % 100000 = 7 then 'account_locked' else
        (array['login_succeeded', 'login_succeeded', 'login_succeeded', 'platform_accessed', 'platform_accessed',
               'logged_out', 'login_failed', 'session_ended', 'profile_changed', 'password_changed'])[1 + n * 31 % 10] end,
        jsonb_build_object('sessionId', md5(n::text)::uuid, 'method', 'otp', 'browser', 'Chrome on Windows'),
        '10.' || n * 7919 % 50000 / 65536 || '.' || n * 7919 % 50000 / 256 % 256 || '.' || n * 7919 % 50000 % 256,
        case when n % 20 = 0 then 'admin' when n % 3 = 0 then 'business-hub' else 'portal' end,
        md5('r' || n)::uuid::text,
        case when n % 50 <> 0 then ('00000000-0000-4000-9000-' || lpad(to_hex(
          case when n % 10 = 0 then n * 104729 else n * 7919 end % 20000 % $4::bigint), 12, '0'))::uuid end
      from (select n, now() - interval '12 months' + n * (interval '12 months' / $3::float8) as t
            from generate_series($1::bigint, $2::bigint) n) numbered`,
      [from, Math.min(from + rowsPerInsert, total) - 1, total, companies],
    )
    if (from % (rowsPerInsert * 4) === 0)
      console.log(`${from + rowsPerInsert} rows, ${seconds(start)} s`)
  }
  for (const { definition } of rows) await owner.query(definition.replace(' ON ONLY ', ' ON '))
  await owner.query('analyze audit_log')
  const size = await owner.query(
    `select pg_size_pretty(sum(pg_total_relation_size(relid))) as size from pg_partition_tree('audit_log')`,
  )
  console.log(`${total} rows in 13 months, ${size.rows[0].size}, created in ${seconds(start)} s`)
}

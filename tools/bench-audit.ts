import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { forgetDatabase, startDatabase, type Database } from '../demo/database.ts'

const folder = '.data/bench-audit'
const wanted = 10_000_000
const rowsAtOnce = 500_000

type Figure = { name: string; ms: number }

/** The audit log with ten million rows: pages, filters, and how fast rows are added. */
export async function benchAudit([count]: readonly string[]): Promise<boolean> {
  const total = Number(count ?? wanted)
  await forgetDatabase(folder)
  const database = await startDatabase({ folder, durable: false })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  try {
    await settle(database)
    await owner.connect()
    const empty = await insertSpeed()
    await fill(owner, total)
    const full = await insertSpeed()
    const figures = await readSpeeds()
    const kept = full / empty
    console.log(
      `\nadding rows, 8 at a time: ${rounded(empty)}/s to an empty table, ${rounded(full)}/s to ${total} rows: ${(kept * 100).toFixed(0)} % (limit 80 %)`,
    )
    return report(figures) && kept >= 0.8
  } finally {
    await owner.end()
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    await database.stop()
    await forgetDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function settle(database: Database): Promise<void> {
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  })
  const { migrate } = await import('../app/migrate.ts')
  await migrate(database)
}

/**
 * Thirteen months of 20,000 people on 50,000 addresses: skewed as in life, so that some filters find half of
 * the log and others a handful. The indexes are made when the rows are in, which is ten times as fast.
 */
async function fill(owner: pg.Client, total: number): Promise<void> {
  const start = performance.now()
  await owner.query(`
    insert into audit_log (id, timestamp, actor_kind, action)
    select gen_random_uuid(), now() - month * interval '1 month', 'system', 'audit_month_retired'
    from generate_series(1, 12) month`)
  const admin = await owner.query('select make_audit_partitions() as made')
  const { rows } = await owner.query<{ definition: string; name: string }>(`
    select indexdef as definition, indexname as name from pg_indexes
    where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  for (let from = 0; from < total; from += rowsAtOnce) {
    await owner.query(
      `
      insert into audit_log
        (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id)
      select
        (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid,
        t, case when n % 50 = 0 then 'admin' when n % 10 = 0 then 'visitor' else 'user' end,
        case when n % 10 <> 0 or n % 50 = 0 then md5((n * 7919 % 20000)::text)::uuid::text end,
        case when n % 10 = 0 then md5((n * 104729 % 20000)::text)::uuid::text end,
        (array['login_succeeded', 'login_succeeded', 'login_succeeded', 'platform_entered', 'platform_entered',
               'logged_out', 'login_failed', 'session_ended', 'profile_changed', 'password_changed'])[1 + n * 31 % 10],
        jsonb_build_object('sessionId', md5(n::text)::uuid, 'method', 'otp', 'browser', 'Chrome on Windows'),
        '10.' || n * 7919 % 50000 / 65536 || '.' || n * 7919 % 50000 / 256 % 256 || '.' || n * 7919 % 50000 % 256,
        case when n % 20 = 0 then 'admin' when n % 3 = 0 then 'business-hub' else 'portal' end,
        md5('r' || n)::uuid::text
      from (select n, now() - interval '12 months' + n * (interval '12 months' / $3::float8) as t
            from generate_series($1::bigint, $2::bigint) n) numbered`,
      [from, Math.min(from + rowsAtOnce, total) - 1, total],
    )
    if (from % (rowsAtOnce * 4) === 0) console.log(`${from + rowsAtOnce} rows, ${seconds(start)} s`)
  }
  for (const { definition } of rows) await owner.query(definition.replace(' ON ONLY ', ' ON '))
  await owner.query('analyze audit_log')
  const size = await owner.query(
    `select pg_size_pretty(sum(pg_total_relation_size(relid))) as size from pg_partition_tree('audit_log')`,
  )
  console.log(
    `${total} rows in ${admin.rows[0].made / 2 + 4} months, ${size.rows[0].size}, made in ${seconds(start)} s`,
  )
}

/** Rows a second, in transactions of one row each, as deeds add them. */
async function insertSpeed(): Promise<number> {
  const { record } = await import('#domain/audit.ts')
  const { db } = await import('#server/db.ts')
  const speeds: number[] = []
  for (const round of [0, 1, 2, 3, 4, 5]) {
    const start = performance.now()
    let count = 0
    const writer = async (part: number) => {
      while (performance.now() - start < 2_000) {
        const n = (count += 1)
        const userId = `00000000-0000-4000-8000-${String(n % 20_000).padStart(12, '0')}`
        const actor = {
          userId,
          ipAddress: `10.9.${part}.${n % 250}`,
          requestId: `${round}-${part}-${n}`,
        }
        await record(db, actor, 'login_succeeded', { data: { method: 'otp', sessionId: n } })
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, part) => writer(part)))
    // The first round only warms up.
    if (round > 0) speeds.push((count / (performance.now() - start)) * 1000)
  }
  return median(speeds)
}

async function readSpeeds(): Promise<Figure[]> {
  const { db } = await import('#server/db.ts')
  const { listOf } = await import('../features/audit-log/list.ts')
  type Key = Parameters<typeof listOf>[2]['after']
  const all = { seesAdmins: true }
  const page = (search: object, after?: Key) =>
    listOf(db, { ...all, ...search }, { take: 51, after })

  const started = performance.now()
  let end: Key
  for (let number = 1; number < 10_000; number += 1) end = (await page({}, end)).at(49)?.key
  console.log(`10,000 pages one after the other: ${seconds(started)} s`)
  const some = (await page({}, end))[7]
  const inMiddle = { startDate: '', endDate: some?.timestamp ?? '' }
  inMiddle.startDate = new Date(Date.parse(inMiddle.endDate) - 86_400_000).toISOString()

  const cases: [string, object, Key?][] = [
    ['first page', {}],
    ['10,000th page, by its cursor', {}, end],
    ['startDate and endDate', inMiddle],
    ['action, frequent', { actions: ['login_succeeded'] }],
    ['action, one that never happened', { actions: ['sign_up_refused'] }],
    ['three actions', { actions: ['login_failed', 'session_ended', 'password_changed'] }],
    ['user', { who: [some?.userId ?? some?.targetId ?? ''] }],
    ['ipAddress', { ipAddress: some?.ipAddress }],
    ['subSystem', { subSystem: 'business-hub' }],
    ['requestId', { requestId: some?.requestId }],
    ['partner users alone', { seesAdmins: false }],
  ]
  const times = cases.map((): number[] => [])
  // In turns, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < 220; round += 1) {
    for (const [at, [, search, after]] of cases.entries()) {
      const start = performance.now()
      await page(search, after)
      if (round >= 20) times[at]?.push(performance.now() - start)
    }
  }
  return cases.map(([name], at) => ({ name, ms: median(times[at] ?? []) }))
}

function report(figures: readonly Figure[]): boolean {
  const first = figures[0]?.ms ?? 0
  console.log('\npage of 50, median of 200   ms      of the first page (limit: twice)')
  for (const { name, ms } of figures) {
    console.log(`${name.padEnd(32)} ${ms.toFixed(2).padStart(6)}   ${(ms / first).toFixed(2)}`)
  }
  return figures.every(({ ms }) => ms <= first * 2)
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}

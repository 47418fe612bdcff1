import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { placeOf } from '../../demo/place.ts'
import { inDatabase, report, memoryMib, startSide, withMailbox, type Side } from './harness.ts'
import { databaseMs, processorMs } from './processor.ts'
import { postmasterOf } from '../faults/kill.ts'
import { until } from '../faults/stage.ts'

const people = 8
const name = 'sizing'

/** Measures for capacity planning: the cost of one login, the rows that it adds, and their size with their indexes. */
export async function benchSizing([loginsArgument]: readonly string[]): Promise<boolean> {
  return withMailbox((settings) =>
    inDatabase({ name, durable: true, settings }, async (database) => {
      const admin = new pg.Pool({ ...connectionOf(database), max: 2 })
      const side = await startSide(['app/main.ts'], { LOG_LEVEL: 'info' })
      const facts = await costOfLogins(admin, side, Number(loginsArgument ?? 400)).finally(
        side.stop,
      )
      const client = await admin.connect()
      const bytes = await bytesOfRows(client).finally(() => client.release())
      await admin.end()
      console.log({ ...facts, 'bytes a row': bytes })
      return report(name, [], { ...facts, bytes })
    }),
  )
}

function connectionOf({ adminUrl }: Database) {
  return { connectionString: Object.assign(new URL(adminUrl), { pathname: '/portico' }).href }
}

/** Each login comes from a new browser, the most expensive kind, and its mail is included. */
async function costOfLogins(admin: pg.Pool, side: Side, many: number) {
  const { joinPeople, logInAll } = await import('./logins.ts')
  const url = `http://127.0.0.1:${side.port}`
  const users = await joinPeople(url, people)
  await untilAllIsSent(admin)
  const startMib = await memoryMib(side)
  const before = await costsSoFar(admin, side)
  let connections = 0
  await logInAll(admin, { url, people: users, many }, async () => {
    connections = Math.max(connections, await numberOf(admin, connectionsOpen))
  })
  await untilAllIsSent(admin)
  const after = await costsSoFar(admin, side)
  const each = Object.fromEntries(
    Object.entries(after).map(([what, sum]) => [what, round((sum - (before[what] ?? 0)) / many)]),
  )
  return {
    'each login': each,
    'connections of one server at most': connections,
    'memory of a server, MiB': { start: round(startMib), after: round(await memoryMib(side)) },
    'memory of a server at its highest, MiB': round(await highestMib(side)),
  }
}

const connectionsOpen =
  "select count(*)::int as n from pg_stat_activity where usename = 'portico_server'"

async function costsSoFar(admin: pg.Pool, side: Side): Promise<Record<string, number>> {
  const postmaster = (await postmasterOf(placeOf(`.data/bench-${name}`).data)) ?? 0
  return {
    'ms of processor time, server': await processorMs(side.child.pid ?? 0),
    'ms of processor time, PostgreSQL': await databaseMs(postmaster),
    'bytes of the database’s own log (WAL)': await numberOf(
      admin,
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as n",
    ),
    'rows of the audit log': await numberOf(admin, 'select count(*)::int as n from audit_log'),
    sessions: await numberOf(admin, 'select count(*)::int as n from sessions'),
    'known browsers': await numberOf(admin, 'select count(*)::int as n from known_browsers'),
    mails: await numberOf(admin, 'select count(*)::int as n from mails'),
  }
}

async function highestMib({ child }: Side): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function untilAllIsSent(admin: pg.Pool): Promise<void> {
  const countQueued = "select count(*)::int as n from mails where state = 'queued'"
  await until(
    'every mail has been sent',
    async () => (await numberOf(admin, countQueued)) === 0,
    120,
  )
}

async function numberOf(admin: pg.Pool, text: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(text)
  return rows[0]?.n ?? 0
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

const many = 100_000

/** Columns that differ between the copies of a row, because an index requires it or to give it a realistic size. */
const fillings = {
  sessions: {
    id: 'uuidv7()',
    token_hash: 'sha256(g::text::bytea)',
    expires_at: "now() + g * interval '1 s'",
  },
  known_browsers: {
    id: 'uuidv7()',
    user_id: 'gen_random_uuid()',
    token_hash: 'sha256(g::text::bytea)',
    expires_at: "now() + g * interval '1 s'",
  },
  mails: { id: 'uuidv7()' },
  audit_log: {
    id: 'uuidv7()',
    timestamp: "r.timestamp + g * interval '1 ms'",
    actor_id: 'gen_random_uuid()::text',
    ip_address: "'203.0.' || g / 250 % 250 || '.' || g % 250",
    request_id: 'gen_random_uuid()::text',
  },
  audit_sealed: {
    row_id: 'uuidv7()',
    timestamp: "r.timestamp + g * interval '1 ms'",
    row_hash: 'sha256(g::text::bytea)',
    block: 'g / 20',
  },
} as const

/** Returns the bytes of a row by table, with its share of every index. */
async function bytesOfRows(admin: pg.ClientBase): Promise<Record<string, number>> {
  // Foreign keys do not change the size of a row.
  await admin.query('set session_replication_role = replica')
  const bytes: Record<string, number> = {}
  for (const [table, own] of Object.entries(fillings)) {
    const { rows } = await admin.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    )
    const values = rows.map(({ name }) => (own as Record<string, string>)[name] ?? `r.${name}`)
    const filter = table === 'audit_log' ? "where action = 'login_succeeded'" : ''
    const before = await sizeOf(admin, table)
    await admin.query(`
      insert into ${table} (${rows.map(({ name }) => name).join(', ')})
      select ${values.join(', ')} from (select * from ${table} ${filter} limit 1) r, generate_series(1, ${many}) g`)
    bytes[table] = Math.round(((await sizeOf(admin, table)) - before) / many)
  }
  return bytes
}

async function sizeOf(admin: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await admin.query<{ size: number }>(
    // A table without partitions has no partition tree.
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as size
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return rows[0]?.size ?? 0
}

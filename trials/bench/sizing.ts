import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { placeOf } from '../../demo/place.ts'
import {
  inDatabase,
  memoryMib,
  report,
  startSide,
  withMailbox,
  type Figure,
  type Side,
} from './harness.ts'
import type { Drawn } from './sizing-people.ts'
import { databaseMs, processorMs } from './processor.ts'
import { postmasterOf } from '../faults/kill.ts'
import { until } from '../faults/stage.ts'

const name = 'sizing'

/**
 * Measures for capacity planning: the cost of one login, the rows that it adds, and their size with their indexes.
 * `npm run trials -- bench sizing [400] [1000] [folder]`: logins, users of whom random ones log in, and a checkout of an
 * earlier version, whose logins are measured on its own tables with the same users. The write-ahead log depends on the
 * number of users: a page that is changed for the first time after a checkpoint is written as a whole.
 */
export async function benchSizing([
  logins = '400',
  users = '1000',
  folder,
]: readonly string[]): Promise<boolean> {
  return withMailbox((settings) =>
    inDatabase({ name, durable: true, settings }, async (database) => {
      const { drawPeople, fillUsers } = await import('./sizing-people.ts')
      const admin = poolOf(database.adminUrl, '/portico')
      await fillUsers(admin, Number(users))
      const people = await drawPeople(admin, Number(users), Number(logins))
      const stage = { admin, people, many: Number(logins) }
      const facts = { users: Number(users), ...(await measure(stage, ['app/main.ts'], {})) }
      const earlier =
        folder === undefined ? undefined : await measureEarlier(database, stage, folder)
      const client = await admin.connect()
      const bytes = await bytesOfRows(client).finally(() => client.release())
      await admin.end()
      console.log({ ...facts, 'bytes a row': bytes, ...(earlier && { earlier }) })
      return report(name, earlier ? compare(facts, earlier) : [], { ...facts, bytes, earlier })
    }),
  )
}

function poolOf(adminUrl: string, pathname: string): pg.Pool {
  const connectionString = Object.assign(new URL(adminUrl), { pathname }).href
  return new pg.Pool({ connectionString, max: 2 })
}

/** The database, and the users who log in. */
type Stage = { admin: pg.Pool; people: readonly Drawn[]; many: number }

async function measureEarlier(database: Database, stage: Stage, folder: string) {
  const { copyCredentials, fillUsers, makeEarlier } = await import('./sizing-people.ts')
  const urls = await makeEarlier({ ...database, admin: stage.admin }, folder)
  const admin = poolOf(urls.adminUrl, '/earlier')
  const { rows } = await stage.admin.query<{ n: number }>('select count(*)::int as n from users')
  await fillUsers(admin, rows[0]?.n ?? 0)
  await copyCredentials(stage.admin, admin, stage.people)
  const settings = { DATABASE_URL: urls.serverUrl, DATABASE_OWNER_URL: urls.ownerUrl }
  const facts = await measure({ ...stage, admin }, [join(folder, 'app/main.ts')], settings)
  await admin.end()
  return facts
}

async function measure(stage: Stage, program: string[], settings: Record<string, string>) {
  const side = await startSide(program, { LOG_LEVEL: 'info', ...settings })
  return costOfLogins(stage, side).finally(side.stop)
}

type Facts = Awaited<ReturnType<typeof measure>>

/** Returns the ratio of each cost to that of the earlier version. */
function compare(here: Facts, earlier: Facts): Figure[] {
  return Object.entries(here['each login']).map(([what, cost]) => {
    const before = earlier['each login'][what] ?? 0
    return {
      name: `each login: ${what}`,
      here: `${cost}`,
      beside: `${before}`,
      ratio: cost / before,
    }
  })
}

/** Each login comes from a new browser, the most expensive kind, and its mail is included. */
async function costOfLogins({ admin, people, many }: Stage, side: Side) {
  const { logInAll } = await import('./logins.ts')
  const url = `http://127.0.0.1:${side.port}`
  await untilAllIsCounted(admin)
  // Otherwise the logins find and mark the entries of rows that the preparation has replaced.
  await admin.query('vacuum')
  await admin.query('checkpoint')
  const startMib = await memoryMib(side)
  const before = await costsSoFar(admin, side)
  let connections = 0
  await logInAll(admin, { url, people, many }, async () => {
    connections = Math.max(connections, await numberOf(admin, connectionsOpen))
  })
  await untilAllIsCounted(admin)
  const after = await costsSoFar(admin, side)
  const each = Object.fromEntries(
    Object.entries(after).map(([what, sum]) => [what, round((sum - (before[what] ?? 0)) / many)]),
  )
  return {
    'each login': each,
    'bytes of a user, with indexes': round(await numberOf(admin, bytesOfUser)),
    'connections of one server at most': connections,
    'memory of a server, MiB': { start: round(startMib), after: round(await memoryMib(side)) },
    'memory of a server at its highest, MiB': round(await highestMib(side)),
  }
}

const bytesOfUser = `
  select (pg_total_relation_size('users') + coalesce(pg_total_relation_size(to_regclass('user_logins')), 0))::float8
         / (select count(*) from users) as n`

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
    'full-page images in it': await numberOf(admin, 'select wal_fpi::float8 as n from pg_stat_wal'),
    'index entries': await numberOf(admin, indexEntries('true')),
    'index entries of users': await numberOf(admin, indexEntries("relname = 'users'")),
    'rows of the audit log': await numberOf(admin, 'select count(*)::int as n from audit_log'),
    sessions: await numberOf(admin, 'select count(*)::int as n from sessions'),
    'known browsers': await numberOf(admin, 'select count(*)::int as n from known_browsers'),
    mails: await numberOf(admin, 'select count(*)::int as n from mails'),
  }
}

/** Returns SQL for the entries that changed rows have added to indexes, other than those of some rows only. */
function indexEntries(isCounted: string): string {
  return `select coalesce(sum((n_tup_ins + n_tup_upd - n_tup_hot_upd)
            * (select count(*) from pg_index where indrelid = relid and indpred is null)), 0)::float8 as n
          from pg_stat_user_tables where ${isCounted}`
}

async function highestMib({ child }: Side): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Waits until every mail has been sent, and until PostgreSQL has counted everything. */
async function untilAllIsCounted(admin: pg.Pool): Promise<void> {
  const countQueued = "select count(*)::int as n from mails where state = 'queued'"
  await until(
    'every mail has been sent',
    async () => (await numberOf(admin, countQueued)) === 0,
    120,
  )
  // An idle connection reports its statistics after ten seconds.
  await wait(11_000)
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
    xid: 'pg_current_xact_id()',
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

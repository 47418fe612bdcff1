// own process: counts the rows of `users` that periodic jobs read
import { deepEqual, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { fanOut, takeDueDeliveries } from '#domain/webhooks/webhook-delivery.ts'
import { db, scalar, scalars } from '#server/db.ts'
import { addManyUsers } from '#test/people.ts'
import { addRows, ago, fromNow, type Table, type Values } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { timetable } from './registry/timetable.ts'

/** The number of rows in each large table. None of them is due for any job. */
const many = 400

const jobs: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(Object.entries(timetable).map(([job, { work }]) => [job, work])),
  'fan out events': () => fanOut(db),
  'take deliveries': () => takeDueDeliveries(db, 64, new Map()),
}

test('3S1: periodic jobs without due work read no row of the users', async () => {
  const reader = await connectReader()
  await addMany()
  // The first runs seal the log, fill search texts and take a snapshot.
  for (let round = 0; round < 2; round += 1) for (const work of Object.values(jobs)) await work()
  await reader.vacuumUsers()
  const readers: string[] = []
  for (const [job, work] of Object.entries(jobs)) {
    const before = await reader.countReadUsers()
    for (let round = 0; round < 2; round += 1) await work()
    const read = (await reader.countReadUsers()) - before
    if (read > 0) readers.push(`${job}: ${read}`)
  }
  const before = await reader.countReadUsers()
  await scalar(db)`select count(*) from users`
  ok((await reader.countReadUsers()) >= before + many)
  await reader.end()
  deepEqual(readers, [])
})

async function addMany(): Promise<void> {
  const rowsOf = <T extends Table>(table: T, valuesOf: (index: number) => Values<T>) =>
    addRows(
      table,
      Array.from({ length: many }, (_, index) => valuesOf(index)),
    )
  await addManyUsers(
    Array.from({ length: many }, (_, index) => ({
      email: `idle${index}@quay.example`,
      lastLoginAt: ago('1 hour'),
    })),
  )
  const userIds = await scalars<string>(db)`select id from users where email like 'idle%'`
  await rowsOf('sessions', (index) => ({
    userId: userIds[index],
    tokenHash: randomBytes(32),
    expiresAt: fromNow('1 hour'),
  }))
  await rowsOf('audit_log', () => ({ action: 'logged_out', timestamp: ago('3 hours') }))
  await rowsOf('mails', (index) => ({ toAddress: `idle${index}@quay.example`, state: 'sent' }))
  await rowsOf('known_browsers', (index) => ({
    id: sqlId(index),
    userId: userIds[index],
    tokenHash: randomBytes(32),
    expiresAt: fromNow('1 hour'),
  }))
}

function sqlId(index: number): string {
  return `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
}

/** Connects to the database as its superuser, who may end connections so that these report what they have read. */
async function connectReader() {
  const url = new URL(process.env['TEST_ADMIN_URL'] ?? '')
  const name = await scalar<string>(db)`select current_database()`
  url.pathname = `/${name}`
  const client = new pg.Client(url.href)
  await client.connect()
  // With so few rows, PostgreSQL would read the whole table although an index fits.
  await client.query(`alter database ${name} set enable_seqscan = off`)
  // With statistics, the planner reads the ends of an index; they are counted, too.
  await client.query('alter table users set (autovacuum_enabled = off)')
  const endConnections = () =>
    until(async () => {
      const { rowCount } = await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      return rowCount === 0
    })
  /** Removes dead rows, whose index entries are read until no snapshot, such as that of an autovacuum, can see them. */
  const vacuumUsers = async (): Promise<void> => {
    await endConnections()
    await client.query('vacuum users')
  }
  const countReadUsers = async (): Promise<number> => {
    await endConnections()
    const { rows } = await client.query<{ read: string }>(`
      select seq_tup_read + coalesce(idx_tup_fetch, 0)
             + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'users') as read
      from pg_stat_user_tables where relname = 'users'`)
    return Number(rows[0]?.read)
  }
  return { countReadUsers, vacuumUsers, end: () => client.end() }
}

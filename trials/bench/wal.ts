import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { inDatabase, report, withMailbox } from './harness.ts'
import { addPeople, settingsOf } from './person.ts'
import { client } from './sso-calls.ts'
import { at, connected, dayWriter, leavePatterns, setUp } from './year.ts'
import { writeDay } from './year-rows.ts'

const cost = { memoryKib: 8, passes: 1 }
const weeks = 4
const daysOfWeek = 7
/** Seconds in which nearly all users of a day log in, and the ratio of the busiest minute to the average one. */
const busySeconds = 9 * 3_600
const peak = 3
/** PostgreSQL's default time between two checkpoints. */
const checkpointSeconds = 300

/**
 * Measures the WAL of a login at size, where users log in at random places of tables and indexes: writes four weeks of
 * logins, a checkpoint, and then as many logins as fit between two checkpoints in the busiest minutes. A thousandth of
 * the users has a thousandth of the pages and of these logins, so that the result does not depend on the number of users.
 * `npm run trials -- bench wal 100000 0.1` makes the figures of docs/scale.md: a tenth of all users log in on a day.
 */
export async function benchWal(words: readonly string[]): Promise<boolean> {
  const [users = 100_000, daily = 0.1] = words.map(Number)
  return withMailbox((mail) => {
    const settings = {
      ...settingsOf(cost),
      ...mail,
      LIMIT_SIGN_ONS: '1000000',
      DORMANT_ACCOUNTS: 'off',
    }
    const options = { name: 'wal', durable: true, settings, sharedBuffers: '512MB' }
    return inDatabase(options, (database) => measureWal(database, users, users * daily))
  })
}

async function measureWal(database: Database, users: number, loginsADay: number) {
  const admin = await connected(at(database.adminUrl, 'portico'))
  await setUp(admin, users)
  const [person] = await addPeople(1, cost)
  const { grantAccess } = await import('#domain/platform-access/platform-account.ts')
  const { db } = await import('#server/db.ts')
  await grantAccess(db, person!.id, [client.id])
  await leavePatterns(admin, person!)
  const week = { users, span: daysOfWeek, logins: Math.round(loginsADay * daysOfWeek), minutes: 0 }
  const write = dayWriter(admin, week)
  for (let weeksAgo = weeks - 1; weeksAgo >= 0; weeksAgo -= 1) {
    await write(weeksAgo * daysOfWeek)
    console.log(`${weeks - weeksAgo} of ${weeks} weeks written`)
  }
  await admin.query('vacuum analyze')
  const logins = Math.round((loginsADay / busySeconds) * peak * checkpointSeconds)
  const measured = {
    'without compression': await walOfLogins(admin, { users, logins }, 'off'),
    'wal_compression = pglz': await walOfLogins(admin, { users, logins }, 'pglz'),
  }
  const facts = { users, logins, ...measured, ...(await activityOf(admin, week.logins * weeks)) }
  await admin.end()
  console.log(facts)
  return report('wal', [], facts)
}

/** Writes logins after a checkpoint, and returns their WAL and the images of whole pages in it, for each login. */
async function walOfLogins(
  admin: pg.Client,
  { users, logins }: { users: number; logins: number },
  compression: string,
) {
  const { sealAuditLog } = await import('../../features/admin/audit-log/jobs.ts')
  await admin.query(`alter system set wal_compression = ${compression}`)
  await admin.query('select pg_reload_conf()')
  await pause(1_000)
  await admin.query('checkpoint')
  const before = await walSoFar(admin)
  await writeDay(admin, { users, logins, daysAgo: 0, span: 0 })
  await sealAuditLog()
  const after = await walSoFar(admin)
  const each = (name: 'bytes' | 'images') =>
    Math.round(((after[name] - before[name]) / logins) * 10) / 10
  return { 'bytes of WAL a login': each('bytes'), 'images a login': each('images') }
}

async function walSoFar(admin: pg.Client): Promise<{ bytes: number; images: number }> {
  // Other connections write their statistics within a second.
  await pause(1_500)
  await admin.query('select pg_stat_force_next_flush()')
  const { rows } = await admin.query<{ bytes: number; images: number }>(
    'select wal_bytes::float8 as bytes, wal_fpi::float8 as images from pg_stat_wal',
  )
  return rows[0] ?? { bytes: 0, images: 0 }
}

/** Returns the rows of `activity_hours` for each login, and the bytes of one with its index. */
async function activityOf(admin: pg.Client, logins: number) {
  const { rows } = await admin.query<{ count: number; bytes: number }>(
    `select count(*)::float8 as count, pg_total_relation_size('activity_hours')::float8 as bytes
     from activity_hours`,
  )
  const { count = 0, bytes = 0 } = rows[0] ?? {}
  return {
    'rows of activity_hours a login': Math.round((count / logins) * 100) / 100,
    'bytes of a row of activity_hours': Math.round(bytes / Math.max(1, count)),
  }
}

import { doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { maxListedCount } from '#contract/list.ts'
import { db, rows } from '#server/db.ts'
import { newPlatform } from '#test/platform.ts'
import { randomUUID } from 'node:crypto'
import { addManyUsers } from '#test/people.ts'
import { addRows, ago } from '#test/rows.ts'
import { addAuditMonths } from '../../demo/audit-months.ts'
import { findLastOpened, selectUse, withUse } from '../../features/admin/platforms/list.ts'

/** Enough rows for the planner to prefer an index. */
const many = 20_000

const [hub, quiet] = [await newPlatform(), await newPlatform()]

await addMany()

test('the use of platforms is read from indexes, regardless of how many other entries there are', async () => {
  const planLines = await rows<{ 'QUERY PLAN': string }>(db)`
    explain (analyze, costs off, timing off, summary off) ${selectUse([hub.id, quiet.id])}`
  const plan = planLines.map((line) => line['QUERY PLAN']).join('\n')
  match(plan, /Index Only Scan using subsystem_accounts_of_platform/, plan)
  match(plan, /Index Scan Backward using audit_log_\w+_sub_system_timestamp_id_idx/, plan)
  doesNotMatch(
    plan,
    /audit_log_\w+_(pkey|action_\w+)|Seq Scan on (audit_log|subsystem_accounts)/,
    plan,
  )
  // A filter would remove the other entries.
  doesNotMatch(plan, /Rows Removed by Filter: \d{3,}/, plan)
})

test('the users of a platform are counted up to 1,001', async () => {
  const [hubUse, quietUse] = await withUse(db, [hub, quiet])
  equal(hubUse?.users, maxListedCount + 1)
  equal(quietUse?.users, 0)
})

test('the last time a platform was opened is searched in its latest 5,000 entries', async () => {
  await addEntries({ action: 'platform_accessed', subSystem: quiet.id, count: 1, minutes: 60 })
  await addEntries({
    action: 'platform_accessed',
    subSystem: quiet.id,
    count: 9,
    minutes: 60 * 24 * 91,
  })
  await addEntries({ action: 'logged_out', subSystem: quiet.id, count: 4_999, minutes: 30 })
  const openedAt = await findLastOpened(db, quiet.id)
  equal(Math.round((Date.now() - (openedAt?.getTime() ?? 0)) / 60_000), 60)
  equal((await withUse(db, [quiet]))[0]?.openedAt, openedAt?.toISOString())
  await addEntries({ action: 'logged_out', subSystem: quiet.id, count: 1, minutes: 30 })
  equal(await findLastOpened(db, quiet.id), null)
})

type Entries = { action: string; subSystem: string; count: number; minutes: number }

async function addEntries({ action, subSystem, count, minutes }: Entries): Promise<void> {
  const entry = { timestamp: ago(`${minutes} minutes`), action, subSystem }
  await addRows(
    'audit_log',
    Array.from({ length: count }, () => entry),
  )
}

async function addMany(): Promise<void> {
  await addEntries({ action: 'platform_accessed', subSystem: 'portal', count: many, minutes: 5 })
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'])
  await owner.connect()
  await addAuditMonths(owner, 4)
  const users = Array.from({ length: many }, (_, n) => ({
    id: randomUUID(),
    email: `person${n}@quay.example`,
  }))
  await addManyUsers(users)
  await addRows(
    'subsystem_accounts',
    users.map(({ id }) => ({ userId: id, subsystemId: hub.id })),
  )
  await owner.query('vacuum analyze subsystem_accounts')
  await owner.query('analyze audit_log')
  await owner.end()
}

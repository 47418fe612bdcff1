// own process: adds the rows of an attack, and counts the rows that lists read
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { maxCollected, type UserListQuery } from '#contract/user-list.ts'
import { db, scalar, transaction } from '#server/db.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { addRow, addRows, fromNow, now, updateRows } from '#test/rows.ts'
import { writeSnapshot } from '../../features/admin/overview/jobs.ts'
import { findUsers, type ListedUser } from './listed-user.ts'
import { lockedAccounts } from './user-conditions.ts'

const people: TestUser[] = []
let locked: TestUser
let restricted: TestUser

/** Adds counts and streaks of addresses without locks, or with them. */
async function addAttack(count: number, blockedUntil: unknown = null): Promise<void> {
  for (let added = 0; added < count; added += 1_000) {
    const keys = Array.from({ length: 1_000 }, () => randomUUID())
    const counts = keys.map((key) => ({ name: 'accountPassword', key, blockedUntil }))
    await addRows('rate_limits', counts)
    await addRows(
      'failure_streaks',
      keys.map((key) => ({ key, failures: 1, staleAt: fromNow('1 day') })),
    )
  }
}

before(async () => {
  for (let count = 0; count < 20; count += 1) people.push(await addUser())
  await updateRows('users', {}, { onboardedAt: now })
  ;[locked, restricted] = people as [TestUser, TestUser]
  const blockedUntil = fromNow('20 minutes')
  await addRow('rate_limits', { name: 'accountCode', key: locked.id, blockedUntil })
  await addRow('failure_streaks', {
    key: restricted.id,
    failures: 100,
    staleAt: fromNow('1 year'),
  })
  await addAttack(5_000)
})

/** Runs `work` and returns its result with the number of rows that it reads of both tables. */
async function reading<Result>(
  work: (tx: Parameters<typeof findUsers>[0]) => Promise<Result>,
): Promise<{ result: Result; read: number }> {
  return transaction(db, async (tx) => {
    const count = () => scalar<number>(tx)`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_xact_user_tables
      where relname in ('rate_limits', 'failure_streaks')`
    const earlier = (await count()) ?? 0
    const result = await work(tx)
    return { result, read: ((await count()) ?? 0) - earlier }
  })
}

function list(query: UserListQuery) {
  return reading((tx) => findUsers(tx, 'all', query, { take: 50, after: undefined }))
}

function lockedIn(rows: readonly ListedUser[]): string[] {
  return rows
    .filter(({ status }) => status === 'locked')
    .map(({ id }) => id)
    .sort()
}

const lockedIds = () => [locked.id, restricted.id].sort()

test('3S11: during an attack on 5,000 addresses, a page of users reads only the locks of its users', async () => {
  const { result, read } = await list({})
  deepEqual([result.rows.length, lockedIn(result.rows)], [20, lockedIds()])
  ok(read <= 2 * 20, `${read} rows`)
})

test('3S11: during an attack, the list of locked users and the counts of the overview read only locks', async () => {
  const { result, read } = await list({ status: ['locked'] })
  deepEqual(lockedIn(result.rows), lockedIds())
  ok(read <= 30, `${read} rows`)
  const snapshot = await reading(writeSnapshot)
  ok(snapshot.read <= 30, `${snapshot.read} rows`)
  equal(await scalar(db)`select counts ->> 'lockedUsers' from snapshots`, '2')
})

test('3S11: while an attack locks more accounts than a list collects, the list of locked users has the same users', async () => {
  await addAttack(maxCollected.ofSet + 1_000, fromNow('20 minutes'))
  ok(
    ((await scalar<number>(db)`select count(*) from (${lockedAccounts}) locks`) ?? 0) >
      maxCollected.ofSet,
  )
  deepEqual(lockedIn((await list({ status: ['locked'] })).result.rows), lockedIds())
  const { result, read } = await list({})
  deepEqual([result.rows.length, lockedIn(result.rows)], [20, lockedIds()])
  ok(read <= 2 * 20, `${read} rows`)
})

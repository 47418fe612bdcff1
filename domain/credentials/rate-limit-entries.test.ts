import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { db, row, run, scalar, sql, transaction, type Db } from '#server/db.ts'
import { randomFrom } from '#test/random.ts'
import { backdateCounts } from '#test/time.ts'
import {
  countAttempts,
  consumeWithinLimit,
  refundAttempts,
  tryAttempts,
  type LimitKey,
} from './rate-limit.ts'

/** Counts an attempt. Returns the attempts left, or undefined if the limit is reached. */
async function attemptsLeft(limit: LimitKey, on: Db = db): Promise<number | undefined> {
  const counted = await countAttempts(on, [limit])
  return 'attemptsLeft' in counted ? counted.attemptsLeft : undefined
}

test('3S19: a limit of 3,000 attempts is exact, and its row stays as small as that of ten', async () => {
  const limit: LimitKey = ['signOns', '192.0.2.210', 5]
  const max = config.limits.signOns.max * 5
  equal(max, 3_000)
  for (let left = max - 1; left >= 0; left -= 1) equal(await attemptsLeft(limit), left)
  equal(await attemptsLeft(limit), undefined)
  const stored = await row<{ entries: number; bytes: number }>(db)`
    select cardinality(counted) as entries, pg_column_size(l.*) as bytes
    from rate_limits l where name = ${limit[0]} and key = ${limit[1]}`
  ok(stored && stored.entries <= 10 && stored.bytes < 400, JSON.stringify(stored))
})

test('3S19: no ten minutes contain more attempts than the limit, and no attempt below nine tenths of it is refused', async () => {
  const limit: LimitKey = ['platformInvitations', 'a busy platform']
  const { max } = config.limits.platformInvitations
  equal(max, 100)
  const random = randomFrom(7)
  const start = performance.now()
  let moved = 0
  const seconds = () => moved + (performance.now() - start) / 1_000
  // The clocks of test and database differ by less than this.
  const tolerance = 0.5
  const times: number[] = []
  const within = (length: number) => times.filter((time) => time > seconds() - length).length
  let refusals = 0
  let blockedUntil = 0
  for (let step = 0; step < 250; step += 1) {
    const pause = Math.floor(random() * 60)
    await backdateCounts(limit[1], `${pause} seconds`)
    moved += pause
    for (let count = Math.ceil(random() * 10); count > 0; count -= 1) {
      const left = await attemptsLeft(limit)
      if (left === undefined) {
        refusals += 1
        ok(seconds() < blockedUntil + tolerance, 'refused without a block')
        continue
      }
      times.push(seconds())
      ok(within(600 - tolerance) <= max, `${within(600)} attempts`)
      if (left > 0) continue
      ok(within(600 + tolerance) > 0.9 * max, `blocked after ${within(600)} attempts`)
      blockedUntil = seconds() + 600
    }
  }
  ok(refusals > 50 && times.length > 500, `${refusals} ${times.length}`)
})

test('3S19: attempts that share an entry count until the latest of them is ten minutes old', async () => {
  const limit: LimitKey = ['platformInvitations', 'a patient platform']
  for (let left = 99; left >= 95; left -= 1) equal(await attemptsLeft(limit), left)
  await backdateCounts(limit[1], '5 minutes')
  for (let left = 94; left >= 90; left -= 1) equal(await attemptsLeft(limit), left)
  await backdateCounts(limit[1], '6 minutes')
  equal(await attemptsLeft(limit), 89)
  await backdateCounts(limit[1], '5 minutes')
  equal(await attemptsLeft(limit), 98)
})

test('3S19: refunds of a large limit remove as many attempts as were counted', async () => {
  const limit: LimitKey = ['platformInvitations', 'a mistaken platform']
  for (let left = 99; left >= 75; left -= 1) equal(await attemptsLeft(limit), left)
  for (let count = 0; count < 12; count += 1) await refundAttempts(db, [limit])
  equal(await attemptsLeft(limit), 86)
  for (let count = 0; count < 20; count += 1) await refundAttempts(db, [limit])
  equal(await attemptsLeft(limit), 99)
})

test('3S19: a count changes no column of an index', async () => {
  await transaction(db, async (tx) => {
    const limit: LimitKey = ['platformReads', 'a reading platform']
    await attemptsLeft(limit, tx)
    const before = await indexedColumnsOf(limit, tx)
    ok(before && Object.keys(before.values).length >= 4, JSON.stringify(before))
    for (let count = 0; count < 9; count += 1) await attemptsLeft(limit, tx)
    deepEqual(await indexedColumnsOf(limit, tx), before)
  })
})

/** Returns the values of a limit in all columns of indexes and their conditions. */
function indexedColumnsOf([name, key]: LimitKey, tx: Db) {
  return row<{ values: object }>(tx)`
    select jsonb_object_agg(a.attname, to_jsonb(l) -> a.attname::text) as values
    from rate_limits l cross join (
      select distinct a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      where i.indrelid = 'rate_limits'::regclass
        and (a.attnum = any(i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ a.attname)) a
    where l.name = ${name} and l.key = ${key}`
}

test('3S19: a count inside of a transaction leaves its commit durable', async () => {
  await transaction(db, async (tx) => {
    // The tests' database is not durable.
    await run(tx)`set local synchronous_commit = on`
    await consumeWithinLimit(tx, 'failureMails', 'failures of a user')
    await refundAttempts(tx, [['failureMails', 'failures of a user']])
    equal(await scalar(tx)`show synchronous_commit`, 'on')
  })
})

async function attempt(...limits: LimitKey[]): Promise<number[]> {
  const { counted } = await tryAttempts(db, limits, sql`select`)
  return counted.map((each) => each.attemptsLeft)
}

test('3S19: an attempt counts at the limits in turn, up to the first one that is reached', async () => {
  const address: LimitKey = ['addressFailures', '192.0.2.211']
  const account: LimitKey = ['accountPassword', 'an account']
  for (let left = 9; left > 0; left -= 1) deepEqual(await attempt(address), [left])
  deepEqual(await attempt(address, account), [0, 4])
  deepEqual(await attempt(address, account), [])
  deepEqual(await attempt(account), [3])
})

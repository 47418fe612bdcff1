// writes SQL: the statements of a server of 0.3.0, which runs beside this version during an upgrade
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, row, run } from '#server/db.ts'
import { backdateCounts } from '#test/time.ts'
import { consumeRateLimit, countAttempts, refundAttempts, type LimitKey } from './rate-limit.ts'

type Counted = { isLast: boolean; attemptsLeft: number }

/** Counts an attempt at an account like a server of 0.3.0. Returns undefined if the account is locked. */
function countAtOldServer(key: string): Promise<Counted | undefined> {
  return row<Counted>(db)`
    insert into rate_limits as c (name, key, tries, blocked_until, stale_at)
    select 'accountPassword', ${key}, array[now()], null, now() + interval '1 day'
    on conflict (name, key) do update
    set (tries, blocked_until, stale_at) = (
      select kept || now(),
             case when cardinality(kept) + 1 >= 5 then now() + interval '30 minutes' end,
             now() + interval '1 day'
      from (select array(select tried from unnest(c.tries) tried
                         where c.blocked_until is null and tried > now() - interval '1 day') as kept) recent)
    where c.blocked_until is null or c.blocked_until <= now()
    returning blocked_until is not null as is_last, 5 - cardinality(tries) as attempts_left`
}

async function refundAtOldServer(key: string): Promise<void> {
  await run(db)`
    update rate_limits set tries = trim_array(tries, 1), blocked_until = null
    where name = 'accountPassword' and key = ${key} and cardinality(tries) > 0`
}

const limitOf = (key: string): LimitKey => ['accountPassword', key]
const isLockedHere = async (key: string) =>
  (await consumeRateLimit(db, 'accountPassword', key)) !== undefined

test('3S19: attempts at a server of 0.3.0 count here, and a lock of either server holds at both', async () => {
  const key = 'counted by both'
  for (let left = 4; left > 0; left -= 1)
    deepEqual(await countAtOldServer(key), { isLast: false, attemptsLeft: left })
  deepEqual(await countAttempts(db, [limitOf(key)]), { isLast: true, attemptsLeft: 0 })
  equal(await countAtOldServer(key), undefined)
  ok(await isLockedHere(key))

  const other = 'locked by the old server'
  for (let count = 0; count < 5; count += 1) await countAtOldServer(other)
  ok(await isLockedHere(other))
})

test('3S19: a server of 0.3.0 does not lift a lock of this version, and this version none of its locks', async () => {
  const key = 'refunded by the old server'
  await countAtOldServer(key)
  for (let count = 0; count < 4; count += 1) await consumeRateLimit(db, 'accountPassword', key)
  await refundAtOldServer(key)
  equal(await countAtOldServer(key), undefined)
  ok(await isLockedHere(key))

  const other = 'refunded here'
  await consumeRateLimit(db, 'accountPassword', other)
  for (let count = 0; count < 5; count += 1) await countAtOldServer(other)
  await refundAttempts(db, [limitOf(other)])
  equal(await countAtOldServer(other), undefined)
  ok(await isLockedHere(other))
})

test('3S19: refunds of both servers remove their own attempts', async () => {
  const key = 'refunded by both'
  await countAtOldServer(key)
  await consumeRateLimit(db, 'accountPassword', key)
  await refundAtOldServer(key)
  await refundAttempts(db, [limitOf(key)])
  deepEqual(await countAttempts(db, [limitOf(key)]), { isLast: false, attemptsLeft: 4 })
  deepEqual(await countAtOldServer(key), { isLast: false, attemptsLeft: 4 })
})

test('3S19: after a lock of a server of 0.3.0 has ended, this version counts from zero', async () => {
  const key = 'locked long ago'
  for (let count = 0; count < 5; count += 1) await countAtOldServer(key)
  await backdateCounts(key, '30 minutes')
  deepEqual(await countAttempts(db, [limitOf(key)]), { isLast: false, attemptsLeft: 4 })
})

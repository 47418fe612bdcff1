import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { backdateCounts } from '#test/time.ts'
import {
  consumeAddressLimit,
  consumeRateLimit,
  deleteExpiredRateLimits,
  refundAddressLimit,
  refundRateLimit,
} from './rate-limit.ts'

const allowed = undefined

test('LI-02 three mails are allowed, the fourth waits for ten minutes', async () => {
  const key = 'ada@quay.example'
  for (let count = 0; count < 3; count += 1)
    equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  const limited = await consumeRateLimit(db, 'forgotPerMail', key)
  ok(limited && limited.retryAfterSeconds > 590 && limited.retryAfterSeconds <= 600)
  await backdateCounts(key, '9 minutes 50 seconds')
  const later = await consumeRateLimit(db, 'forgotPerMail', key)
  ok(later && later.retryAfterSeconds <= 10)
  await backdateCounts(key, '10 seconds')
  for (let count = 0; count < 3; count += 1)
    equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  ok(await consumeRateLimit(db, 'forgotPerMail', key))
})

test('LI-02 an attempt counts for ten minutes: the window slides', async () => {
  const key = 'grace@quay.example'
  await consumeRateLimit(db, 'forgotPerMail', key)
  await backdateCounts(key, '6 minutes')
  await consumeRateLimit(db, 'forgotPerMail', key)
  await backdateCounts(key, '6 minutes')
  equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  ok(await consumeRateLimit(db, 'forgotPerMail', key))
})

test('LI-01 LI-05 of a hundred parallel attempts exactly the allowed number passes', async () => {
  const tries = Array.from({ length: 100 }, () =>
    consumeRateLimit(db, 'addressFailures', '192.0.2.200'),
  )
  const limited = (await Promise.all(tries)).filter((answer) => answer !== undefined)
  equal(limited.length, 90)
})

test('LI-01 a refunded attempt does not count, and its block is lifted', async () => {
  const key = '192.0.2.201'
  for (let count = 0; count < 10; count += 1) await consumeRateLimit(db, 'addressFailures', key)
  ok(await consumeRateLimit(db, 'addressFailures', key))
  await refundRateLimit(db, ['addressFailures', key])
  equal(await consumeRateLimit(db, 'addressFailures', key), allowed)
  ok(await consumeRateLimit(db, 'addressFailures', key))
})

test('expired counts are deleted, blocking ones are kept', async () => {
  for (const key of ['old@quay.example', 'new@quay.example']) {
    for (let count = 0; count < 3; count += 1) await consumeRateLimit(db, 'forgotPerMail', key)
  }
  await backdateCounts('old@quay.example', '10 minutes')
  await deleteExpiredRateLimits(db)
  const kept = await rows<{ key: string }>(db)`
    select key from rate_limits where key like '%@quay.example' order by key`
  ok(kept.some(({ key }) => key === 'new@quay.example'))
  equal(
    kept.some(({ key }) => key === 'old@quay.example'),
    false,
  )
  ok(await consumeRateLimit(db, 'forgotPerMail', 'new@quay.example'))
})

const from = (one: number) => ({
  ipAddress: `2001:db8:48:${one}::1`,
  userAgent: '',
  requestId: randomUUID(),
})

test('X20: every limit of an address has a wider one for its IPv6 /48; a refund counts for both', async () => {
  for (const name of ['forgotPerAddress', 'unknownLinks', 'addressFailures'] as const) {
    const max = config.limits[name].max * 5
    for (let one = 0; one < max; one += 1)
      equal(await consumeAddressLimit(db, name, from(one)), allowed)
    ok(await consumeAddressLimit(db, name, from(max)))
    await refundAddressLimit(db, name, from(0))
    equal(await consumeAddressLimit(db, name, from(max)), allowed)
    ok(await consumeAddressLimit(db, name, from(max)))
  }
})

import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { backdateCounts } from '#test/time.ts'
import { consumeAddressLimit, refundAddressLimit } from './address-limit.ts'
import { consumeRateLimit, deleteExpiredRateLimits, refundAttempts } from './rate-limit.ts'

const allowed = undefined

test('LI-02 the fourth mail to an address is blocked for ten minutes', async () => {
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

test('LI-02 an attempt counts for ten minutes in a sliding window', async () => {
  const key = 'grace@quay.example'
  await consumeRateLimit(db, 'forgotPerMail', key)
  await backdateCounts(key, '6 minutes')
  await consumeRateLimit(db, 'forgotPerMail', key)
  await backdateCounts(key, '6 minutes')
  equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  equal(await consumeRateLimit(db, 'forgotPerMail', key), allowed)
  ok(await consumeRateLimit(db, 'forgotPerMail', key))
})

test('LI-01 LI-05 a hundred concurrent attempts never exceed the limit', async () => {
  const attempts = Array.from({ length: 100 }, () =>
    consumeRateLimit(db, 'addressFailures', '192.0.2.200'),
  )
  const limited = (await Promise.all(attempts)).filter((answer) => answer !== undefined)
  equal(limited.length, 90)
})

test('LI-01 a refund removes an attempt from the count and lifts its block', async () => {
  const key = '192.0.2.201'
  for (let count = 0; count < 10; count += 1) await consumeRateLimit(db, 'addressFailures', key)
  ok(await consumeRateLimit(db, 'addressFailures', key))
  await refundAttempts(db, [['addressFailures', key]])
  equal(await consumeRateLimit(db, 'addressFailures', key), allowed)
  ok(await consumeRateLimit(db, 'addressFailures', key))
})

test('the cleanup deletes expired counts and keeps blocking ones', async () => {
  for (const key of ['old@quay.example', 'new@quay.example']) {
    for (let count = 0; count < 3; count += 1) await consumeRateLimit(db, 'forgotPerMail', key)
  }
  await backdateCounts('old@quay.example', '15 minutes')
  await deleteExpiredRateLimits(db)
  const remaining = await rows<{ key: string }>(db)`
    select key from rate_limits where key like '%@quay.example' order by key`
  ok(remaining.some(({ key }) => key === 'new@quay.example'))
  equal(
    remaining.some(({ key }) => key === 'old@quay.example'),
    false,
  )
  ok(await consumeRateLimit(db, 'forgotPerMail', 'new@quay.example'))
})

const originInSubnet = (subnet: number) => ({
  ipAddress: `2001:db8:48:${subnet}::1`,
  userAgent: '',
  requestId: randomUUID(),
})

test('X20: every limit of an address has a wider one for its IPv6 /48, and a refund applies to both', async () => {
  for (const name of ['forgotPerAddress', 'unknownLinks', 'addressFailures'] as const) {
    const max = config.limits[name].max * 5
    for (let subnet = 0; subnet < max; subnet += 1)
      equal(await consumeAddressLimit(db, name, originInSubnet(subnet)), allowed)
    ok(await consumeAddressLimit(db, name, originInSubnet(max)))
    await refundAddressLimit(db, name, originInSubnet(0))
    equal(await consumeAddressLimit(db, name, originInSubnet(max)), allowed)
    ok(await consumeAddressLimit(db, name, originInSubnet(max)))
  }
})

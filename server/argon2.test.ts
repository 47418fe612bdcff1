import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { Overloaded } from './concurrency-limit.ts'
import { hashWithArgon2 } from './argon2.ts'
import { runWithContext } from './request-context.ts'

const order: string[] = []
const cheap = { memoryCost: 64, timeCost: 1 }

async function hashFrom(ipAddress: string, isKnown = false): Promise<void> {
  const context = { requestId: '', ipAddress, isKnown }
  await runWithContext(context, () => hashWithArgon2('a', cheap))
  order.push(ipAddress)
}

test('X4: 200 hashes from one address or IPv6 /48 neither refuse nor delay hashes of others', async () => {
  for (const flood of [() => '192.0.2.1', (one: number) => `2001:db8:4:${one}::1`]) {
    order.length = 0
    const greedy = Array.from({ length: 200 }, (_, one) => hashFrom(flood(one)))
    const other = hashFrom('192.0.2.2')
    const known = hashFrom(flood(0), true)
    const [outcomes, ofOthers] = await Promise.all([
      Promise.allSettled(greedy),
      Promise.allSettled([other, known]),
    ])
    deepEqual(
      ofOthers.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    ok(refused.length > 60)
    equal((refused[0] as PromiseRejectedResult).reason instanceof Overloaded, true)
    // Up to four hashes already run when the others arrive, and known and unknown callers alternate.
    ok(order.indexOf('192.0.2.2') < 12, String(order.indexOf('192.0.2.2')))
    ok(order.indexOf(flood(0), 1) < 12)
  }
})

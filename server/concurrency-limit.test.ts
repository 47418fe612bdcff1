import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimit, createShares, Overloaded } from './concurrency-limit.ts'

/**
 * Creates a limit of one that is occupied until `finish`, which returns the names of the other calls in the order in
 * which they ran or were refused.
 */
function occupied(maxWaiting: number) {
  const limit = createConcurrencyLimit(1, maxWaiting, () => new Overloaded('hashes', 1))
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const calls = [limit.run(() => promise)]
  const call = (name: string, keys: readonly string[] = []) => {
    const answer = limit.run(async () => void order.push(name), keys)
    calls.push(answer.catch(() => void order.push(`${name} refused`)))
    return answer
  }
  const finish = async () => {
    resolve()
    await Promise.all(calls)
    equal(limit.running() + limit.waiting(), 0)
    return order.join(' ')
  }
  return { limit, call, finish }
}

test('calls without keys run first in, first out, and a call beyond the queue is refused', async () => {
  const { call, finish } = occupied(2)
  void call('a')
  void call('b')
  await rejects(call('c'), Overloaded)
  equal(await finish(), 'c refused a b')
})

test('X4: shares take turns at each level, so that a share with many calls delays another by one turn', async () => {
  const { call, finish } = occupied(100)
  for (const name of ['s1', 's2', 's3']) void call(name, ['stranger', '2001:db8:1::/48', name])
  void call('t1', ['stranger', '192.0.2.1'])
  void call('k1', ['known', '192.0.2.2'])
  void call('k2', ['known', '192.0.2.2'])
  equal(await finish(), 's1 k1 t1 k2 s2 s3')
})

test('X4: when the queue is full, a new call displaces the latest call of the largest share', async () => {
  const { limit, call, finish } = occupied(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void call(name, ['stranger', 'a']).catch(String)
  await rejects(call('a5', ['stranger', 'a']), Overloaded)
  void call('b1', ['stranger', 'b'])
  void call('k1', ['known', 'a'])
  equal(limit.waiting(), 4)
  // Every share has at most two calls, so a call of a new share is refused itself.
  void call('k2', ['known', 'a'])
  await rejects(call('c1', ['stranger', 'c']), Overloaded)
  equal(await finish(), 'a5 refused a4 refused a3 refused a2 refused c1 refused a1 k1 b1 k2')
})

test('X4: three addresses with 200 calls each share 128 places evenly, and a fourth is served first', async () => {
  const { call, finish } = occupied(128)
  for (const address of ['a', 'b', 'c'])
    for (let one = 0; one < 200; one += 1) void call(address, [address]).catch(String)
  void call('d', ['d'])
  const order = (await finish()).split(' ').filter((_, at, all) => all[at + 1] !== 'refused')
  const ran = order.filter((name) => name !== 'refused')
  deepEqual(ran.slice(0, 4).toSorted(), ['a', 'b', 'c', 'd'])
  for (const address of ['a', 'b', 'c']) {
    const share = ran.filter((name) => name === address).length
    equal(share === 42 || share === 43, true, `${address}: ${share}`)
  }
})

test('X20: isExceededBy is true while an address or its IPv6 /48 exceeds its share', () => {
  const shares = createShares(2)
  const releases = [1, 2].map(() => shares.add('192.0.2.1'))
  equal(shares.isExceededBy('192.0.2.1'), false)
  releases.push(shares.add('192.0.2.1'))
  equal(shares.isExceededBy('192.0.2.1'), true)
  equal(shares.isExceededBy('192.0.2.2'), false)
  releases[0]?.()
  releases[0]?.()
  equal(shares.isExceededBy('192.0.2.1'), false)
  releases.push(shares.add('192.0.2.1'))
  equal(shares.isExceededBy('192.0.2.1'), true)

  for (let one = 0; one < 10; one += 1) shares.add(`2001:db8:1:${one}::1`)
  equal(shares.isExceededBy('2001:db8:1:99::1'), false)
  shares.add('2001:db8:1:10::1')
  equal(shares.isExceededBy('2001:db8:1:99::1'), true)
  equal(shares.isExceededBy('2001:db8:2::1'), false)
})

import { deepEqual, rejects } from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { createBatchLoader } from './batch-loader.ts'

test('lookups in one tick share a query, and each resolves to its own value', async () => {
  const batches: (readonly number[])[] = []
  const double = createBatchLoader(async (numbers: readonly number[]) => {
    batches.push(numbers)
    return numbers.map((number) => (number === 2 ? undefined : number * 2))
  })
  deepEqual(await Promise.all([1, 2, 3].map(double)), [2, undefined, 6])
  deepEqual(await double(4), 8)
  deepEqual(batches, [[1, 2, 3], [4]])
})

test('a lookup during a running query starts a new query', async () => {
  const batches: (readonly number[])[] = []
  const release: (() => void)[] = []
  const echo = createBatchLoader(async (numbers: readonly number[]) => {
    batches.push(numbers)
    await new Promise<void>((resolve) => release.push(resolve))
    return numbers
  })
  const first = echo(1)
  await nextTurn()
  const second = echo(2)
  await nextTurn()
  deepEqual(batches, [[1], [2]])
  for (const each of release.toReversed()) each()
  deepEqual(await Promise.all([first, second]), [1, 2])
})

test('lookups beyond the maximum batch size are split over several queries', async () => {
  const sizes: number[] = []
  const echo = createBatchLoader(async (numbers: readonly number[]) => {
    sizes.push(numbers.length)
    return numbers
  })
  const numbers = Array.from({ length: 150 }, (_, number) => number)
  deepEqual(await Promise.all(numbers.map(echo)), numbers)
  deepEqual(sizes, [64, 64, 22])
})

test('an error rejects all lookups of its batch, but no later ones', async () => {
  let isBroken = true
  const echo = createBatchLoader(async (numbers: readonly number[]) => {
    if (isBroken) throw new Error('the database is gone')
    return numbers
  })
  const both = [echo(1), echo(2)]
  for (const each of both) await rejects(each, /gone/)
  isBroken = false
  deepEqual(await echo(3), 3)
})

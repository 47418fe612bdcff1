import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnBatches } from './turn-batches.ts'

test('3S19: items of a key that wait for one turn are saved by one call, at most 64 of them', async () => {
  const saved: (readonly string[])[] = []
  const save = createTurnBatches<string>(async (items) => void saved.push(items))
  const turns: (() => void)[] = []
  const runInTurn = async (work: () => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    turns.push(resolve)
    await promise
    await work()
  }
  const calls = Array.from({ length: 65 }, (_, index) => save('one', `${index}`, runInTurn))
  calls.push(save('two', 'first', runInTurn))
  for (const turn of turns) turn()
  await Promise.all(calls)

  const sizes = saved.map((items) => items.length)
  deepEqual(sizes, [64, 1, 1])
  deepEqual(saved[2], ['first'])
})

test('3S19: each item of a refused turn throws its error, and a later item of the key is saved', async () => {
  const saved: (readonly string[])[] = []
  const save = createTurnBatches<string>(async (items) => void saved.push(items))
  const reason = new Error('no turn')
  const refused = ['a', 'b'].map((item) => save('one', item, () => Promise.reject(reason)))
  const results = await Promise.allSettled(refused)
  const errors = results.map((result) => result.status === 'rejected' && result.reason)
  deepEqual(errors, [reason, reason])

  await save('one', 'c', (work) => work())
  deepEqual(saved, [['c']])
})

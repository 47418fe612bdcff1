import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, scalar } from '#server/db.ts'
import { addUser } from '#test/people.ts'
import {
  consumeTotpStep,
  countWrongCode,
  createPendingFactor,
  findSecondFactor,
} from './second-factor.ts'

test('S1: the key of an authenticator has 160 random bits', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, async () => (await addUser()).secret))
  equal(new Set(keys).size, 5)
  for (const key of keys) match(key, /^[A-Z2-7]{32}$/)
})

test('S1: the key of an authenticator is stored only encrypted', async () => {
  const { id } = await addUser({ hasSecondFactor: false })
  // Ignores errors, because the test is about the stored row, even if it cannot be read back.
  const pending = await createPendingFactor(db, id, 'test').catch(() => undefined)
  const stored = await scalar<string>(db)`
    select f::text from second_factors f where user_id = ${id}`
  match(stored ?? '', /,[\da-f]{8}\.[\w-]{16}\.[\w-]{60,},/)
  ok(!stored?.includes(pending?.secret ?? 'nothing'))
})

test('S1: LI-05 only one of twenty concurrent uses of a code succeeds, and earlier codes become invalid', async () => {
  const { id } = await addUser()
  const factor = (await findSecondFactor(db, id))!
  const uses = Array.from({ length: 20 }, () => consumeTotpStep(db, factor, 1_000))
  equal((await Promise.all(uses)).filter(Boolean).length, 1)
  equal(await consumeTotpStep(db, factor, 999), false)
  equal(await consumeTotpStep(db, factor, 1_001), true)
})

test('S1: an authenticator is disabled and accepts no code after 100 wrong codes in a row', async () => {
  const { id } = await addUser()
  const factor = (await findSecondFactor(db, id))!
  for (let count = 0; count < 99; count += 1) await countWrongCode(db, factor.id, true)
  equal((await findSecondFactor(db, id))?.isDisabled, false)
  await countWrongCode(db, factor.id, false)
  equal((await findSecondFactor(db, id))?.isDisabled, false)
  await countWrongCode(db, factor.id, true)
  equal((await findSecondFactor(db, id))?.isDisabled, true)
  equal(await consumeTotpStep(db, factor, 2_000), false)
})

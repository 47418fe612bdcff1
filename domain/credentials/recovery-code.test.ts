import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, scalar, transaction } from '#server/db.ts'
import { addUser, giveRecoveryCodes } from '#test/people.ts'
import { consumeRecoveryCode, countRecoveryCodes, createRecoveryCodes } from './recovery-code.ts'

test('S1: a recovery code has 80 random bits and is hashed at the cost that OWASP recommends', async () => {
  const codes = await createRecoveryCodes()
  equal(new Set(codes.map(({ code }) => code)).size, 10)
  for (const { code, prefix, hash } of codes) {
    match(code, /^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    equal(prefix, code.slice(0, 4))
    const [, memory = '', passes = ''] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(hash) ?? []
    ok(Number(memory) >= 19_456 && Number(passes) >= 2, hash)
  }
})

test('S1: LI-05 only one of twenty concurrent uses of a recovery code succeeds', async () => {
  const ada = await addUser()
  await giveRecoveryCodes(ada)
  const id = await scalar<string>(
    db,
  )`select id from recovery_codes where user_id = ${ada.id} limit 1`
  const uses = Array.from({ length: 20 }, () =>
    transaction(db, (tx) => consumeRecoveryCode(tx, id ?? '')),
  )
  equal((await Promise.all(uses)).filter(Boolean).length, 1)
  equal(await countRecoveryCodes(db, ada.id), 9)
})

import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows } from '#server/db.ts'
import { ago, updateRows } from '#test/rows.ts'
import { getCurrentKey, listActiveKeys } from './signing-key.ts'

test('servers that start concurrently agree on one key', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => getCurrentKey(db, 'forward-auth')))

  equal(new Set(keys.map(({ kid }) => kid)).size, 1)
})

test('the database does not reveal the private part of a key', async () => {
  const key = await getCurrentKey(db, 'oidc')

  const [stored] = await rows<{ text: string }>(db)`
    select k::text as text from signing_keys k where kid = ${key.kid}`

  ok(key.privateJwk.d)
  ok(!stored?.text.includes(key.privateJwk.d))
  equal(key.publicJwk.d, undefined)
  equal(key.publicJwk.alg, 'RS256')
})

test('a retired key is published for 13 hours and signs nothing', async () => {
  const old = await getCurrentKey(db, 'sandbox')
  await updateRows('signing_keys', { kid: old.kid }, { retiredAt: ago('12 hours') })
  const young = await getCurrentKey(db, 'sandbox')

  notEqual(young.kid, old.kid)
  deepEqual(
    (await listActiveKeys(db, 'sandbox')).map(({ kid }) => kid),
    [young.kid, old.kid],
  )

  await updateRows('signing_keys', { kid: old.kid }, { retiredAt: ago('14 hours') })
  deepEqual(
    (await listActiveKeys(db, 'sandbox')).map(({ kid }) => kid),
    [young.kid],
  )
})

test('S1: a private key is stored only encrypted', async () => {
  // Ignores errors, because the test is about the stored row, even if it cannot be read back.
  await getCurrentKey(db, 'audit').catch(() => undefined)
  const stored = await rows<{ privateJwk: string }>(db)`select private_jwk from signing_keys`
  ok(stored.length > 0)
  for (const { privateJwk } of stored) match(privateJwk, /^[\da-f]{8}\.[\w-]{16}\.[\w-]{80,}$/)
})

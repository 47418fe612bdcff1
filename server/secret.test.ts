import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { comparisonsOf } from '#test/comparisons.ts'
import {
  decrypt,
  encrypt,
  isTokenFor,
  randomToken,
  storedTokenFor,
  tokenFor,
  tokenHash,
} from './secret.ts'

test('a text decrypts only for its owner and purpose', () => {
  const sealed = encrypt('second-factor', 'ada', 'JBSWY3DP')
  equal(decrypt('second-factor', 'ada', sealed), 'JBSWY3DP')
  throws(() => decrypt('second-factor', 'eve', sealed))
  throws(() => decrypt('signing-key', 'ada', sealed))
})

test('a changed text or one of an unknown key does not decrypt', () => {
  const sealed = encrypt('second-factor', 'ada', 'JBSWY3DP')
  throws(() =>
    decrypt('second-factor', 'ada', sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA')),
  )
  throws(() => decrypt('second-factor', 'ada', sealed.replace(/^\w{8}/, '00000000')))
})

test('a token is valid for one id and one purpose', () => {
  const token = tokenFor('csrf', 'ada')
  equal(isTokenFor('csrf', 'ada', token), true)
  equal(isTokenFor('csrf', 'eve', token), false)
  equal(isTokenFor('link', 'ada', token), false)
  equal(isTokenFor('csrf', 'ada', ''), false)
})

test('the token of a link is deterministic and found by its hash', () => {
  const token = tokenFor('link', 'one')
  notEqual(token, tokenFor('link', 'two'))
  equal(storedTokenFor('link', 'one', tokenHash(token)), token)
  equal(storedTokenFor('link', 'two', tokenHash(token)), undefined)
})

test('S1: a token has 256 random bits and is stored by its SHA-256', () => {
  const tokens = Array.from({ length: 100 }, () => randomToken())
  equal(new Set(tokens).size, 100)
  for (const token of tokens) equal(Buffer.from(token, 'base64url').length, 32)
  deepEqual(tokenHash('a token'), createHash('sha256').update('a token').digest())
})

test('S1: a derived token is compared in constant time', async () => {
  const token = tokenFor('csrf', 'ada')
  const compared = await comparisonsOf(() => isTokenFor('csrf', 'ada', token))
  ok(compared.some((side) => side.toString('base64url') === token))
})

test('S1: the same text is encrypted differently each time', () => {
  const [one, other] = [1, 2].map(() => encrypt('second-factor', 'ada', 'JBSWY3DP').split('.'))
  notEqual(one?.[1], other?.[1])
  notEqual(one?.[2], other?.[2])
})

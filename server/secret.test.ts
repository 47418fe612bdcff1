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

test('decrypt throws for another owner or purpose', () => {
  const encrypted = encrypt('second-factor', 'ada', 'JBSWY3DP')
  equal(decrypt('second-factor', 'ada', encrypted), 'JBSWY3DP')
  throws(() => decrypt('second-factor', 'eve', encrypted))
  throws(() => decrypt('signing-key', 'ada', encrypted))
})

test('decrypt throws for a modified text or an unknown key', () => {
  const encrypted = encrypt('second-factor', 'ada', 'JBSWY3DP')
  const end = encrypted.endsWith('AAA') ? 'BBB' : 'AAA'
  throws(() => decrypt('second-factor', 'ada', encrypted.slice(0, -3) + end))
  throws(() => decrypt('second-factor', 'ada', encrypted.replace(/^\w{8}/, '00000000')))
})

test('isTokenFor returns true only for the token’s id and purpose', () => {
  const token = tokenFor('csrf', 'ada')
  equal(isTokenFor('csrf', 'ada', token), true)
  equal(isTokenFor('csrf', 'eve', token), false)
  equal(isTokenFor('link', 'ada', token), false)
  equal(isTokenFor('csrf', 'ada', ''), false)
})

test('tokenFor is deterministic, and storedTokenFor finds its token by the hash', () => {
  const token = tokenFor('link', 'one')
  notEqual(token, tokenFor('link', 'two'))
  equal(storedTokenFor('link', 'one', tokenHash(token)), token)
  equal(storedTokenFor('link', 'two', tokenHash(token)), undefined)
})

test('S1: randomToken returns 256 random bits, and tokenHash their SHA-256', () => {
  const tokens = Array.from({ length: 100 }, () => randomToken())
  equal(new Set(tokens).size, 100)
  for (const token of tokens) equal(Buffer.from(token, 'base64url').length, 32)
  deepEqual(tokenHash('a token'), createHash('sha256').update('a token').digest())
})

test('S1: isTokenFor compares in constant time', async () => {
  const token = tokenFor('csrf', 'ada')
  const compared = await comparisonsOf(() => isTokenFor('csrf', 'ada', token))
  ok(compared.some((side) => side.toString('base64url') === token))
})

test('S1: encrypt returns a different result each time', () => {
  const [one, other] = [1, 2].map(() => encrypt('second-factor', 'ada', 'JBSWY3DP').split('.'))
  notEqual(one?.[1], other?.[1])
  notEqual(one?.[2], other?.[2])
})

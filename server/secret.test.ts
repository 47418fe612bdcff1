import { equal, notEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt, isTokenFor, storedTokenFor, tokenFor, tokenHash } from './secret.ts'

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

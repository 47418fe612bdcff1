import { equal, notEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt, isTokenFor, storedTokenFor, tokenFor, tokenHash } from './secret.ts'

test('what was sealed opens for the same owner and purpose only', () => {
  const sealed = encrypt('second-factor', 'ada', 'JBSWY3DP')
  equal(decrypt('second-factor', 'ada', sealed), 'JBSWY3DP')
  throws(() => decrypt('second-factor', 'eve', sealed))
  throws(() => decrypt('signing-key', 'ada', sealed))
})

test('one changed letter, or a key that nobody has, opens nothing', () => {
  const sealed = encrypt('second-factor', 'ada', 'JBSWY3DP')
  throws(() =>
    decrypt('second-factor', 'ada', sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA')),
  )
  throws(() => decrypt('second-factor', 'ada', sealed.replace(/^\w{8}/, '00000000')))
})

test('a token belongs to one id and one purpose', () => {
  const token = tokenFor('csrf', 'ada')
  equal(isTokenFor('csrf', 'ada', token), true)
  equal(isTokenFor('csrf', 'eve', token), false)
  equal(isTokenFor('link', 'ada', token), false)
  equal(isTokenFor('csrf', 'ada', ''), false)
})

test('the token of a link is the same each time its mail is tried, and found by its hash', () => {
  const token = tokenFor('link', 'one')
  notEqual(token, tokenFor('link', 'two'))
  equal(storedTokenFor('link', 'one', tokenHash(token)), token)
  equal(storedTokenFor('link', 'two', tokenHash(token)), undefined)
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules, personalPart, type Person } from './password-rules.ts'

const ada: Person = {
  email: 'ada.byron+work@example.com',
  firstname: 'Ada',
  lastname: 'Byron-King',
}

function broken(password: string, person: Person = {}, isSignUp = false): string[] {
  return brokenRules(password, { person, isSignUp })
}

test('VA-01 a password must have 12 to 256 characters', () => {
  deepEqual(broken('Harbour-100'), ['tooShort'])
  deepEqual(broken('Harbour-1000'), [])
  deepEqual(broken(`Aa1-${'x'.repeat(252)}`), [])
  deepEqual(broken(`Aa1-${'x'.repeat(253)}`), ['tooLong'])
})

test('VA-01 characters are counted as code points', () => {
  deepEqual(broken(`Aa1-${'🌊'.repeat(8)}`), [])
  deepEqual(broken(`Aa1-${'🌊'.repeat(7)}`), ['tooShort'])
})

test('VA-02 brokenRules names each kind of character that is missing', () => {
  deepEqual(broken('harbour-1000'), ['noUppercase'])
  deepEqual(broken('HARBOUR-1000'), ['noLowercase'])
  deepEqual(broken('Harbour-wall'), ['noNumber'])
  deepEqual(broken('Harbour10000'), ['noSpecial'])
})

test('VA-02 only ASCII punctuation counts as special', () => {
  for (const sign of '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')
    deepEqual(broken(`Harbour${sign}10000`), [])
  deepEqual(broken('Harbour€10000'), ['noSpecial'])
  deepEqual(broken('Harbour 10000'), ['noSpecial'])
})

test('VA-04 personalPart finds names and parts of the email address in any case and width', () => {
  equal(personalPart('The-BYRON-house-1', ada), 'byron')
  equal(personalPart('my-King-house-1', ada), 'king')
  equal(personalPart('An-Example-house-1', ada), 'example')
  equal(personalPart('ｂｙｒｏｎ-House-1', ada), 'byron')
  equal(personalPart('A-quiet-Harbour-1', ada), undefined)
})

test('VA-04 personalPart ignores parts of fewer than three characters', () => {
  equal(personalPart('Aliceblue-Harbour-1', { firstname: 'Al', lastname: 'Li' }), undefined)
})

test('VA-04 personalPart finds names in Arabic and Chinese', () => {
  equal(personalPart('Harbour-عبدالله-1', { firstname: 'عبدالله' }), 'عبدالله')
  equal(personalPart('Harbour-欧阳明日-1', { lastname: '欧阳明' }), '欧阳明')
})

test('VA-05 the part before the @ is split only on + and .', () => {
  const person = { email: 'a-b1.long_one+tag@x.io' }
  equal(personalPart('Harbour-a-b1-99', person), 'a-b1')
  equal(personalPart('Harbour-tag-9900', person), 'tag')
  equal(personalPart('Harbour-long_one', person), 'long')
})

test('VA-06 only at sign-up, a special first character is rejected', () => {
  deepEqual(broken('-Harbour10000', {}, true), ['startsWithSpecial'])
  deepEqual(broken('-Harbour10000', {}, false), [])
})

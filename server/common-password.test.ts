import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { brokenRules } from '#contract/password-rules.ts'
import { isCommonPassword } from './common-password.ts'

const common = [
  ['a leaked password, a capital, digits and a sign', 'Password123!'],
  ['signs in the place of letters', 'P@ssw0rd-2026!'],
  ['a sign at the start', '$ummer2026!!!'],
  ['a digit that is read as l', 'We1come12345!'],
  ['decoration on both sides', '!!!Password111'],
  ['the same word twice', 'Monkey-Monkey1'],
  ['the same word three times', 'Dragon-dragon-DRAGON-1'],
  ['a row of keys', '1Qaz2Wsx3Edc!'],
  ['full-width letters', 'Ｐａｓｓｗｏｒｄ１２３！'],
  ['separated letters', 'Pass-Word-1234'],
  ['digits that are no guess', 'Qwerty123456!'],
] as const

const good = [
  ['two words that are none together', 'Quiet-Harbour-1'],
  ['a sentence', 'Correct-horse-7-battery'],
  ['what a password manager makes', 'Xk9#mQ2$vL7!pZ'],
  ['a word that is a small part', 'Love-7291-$k#!-5530-22'],
  ['Arabic and Chinese words', 'مرفأ-هادئ-港口-Aa1'],
  ['256 signs', `Aa1-${'x-'.repeat(126)}`],
  ['nothing but signs', '!#%&/()=?-_:;'],
] as const

test('a variation of a frequently leaked password is found', () => {
  for (const [what, password] of common) equal(isCommonPassword(password), true, what)
})

test('a password that is no variation is accepted', () => {
  for (const [what, password] of good) equal(isCommonPassword(password), false, what)
})

test('S10: the 3,000 most frequent words of leaked passwords are refused with what makes them fit the rules', () => {
  const words = dictionary['passwords-common'].filter((word) => /^[a-z]{6,}$/.test(word))
  for (const word of words.slice(0, 3_000)) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    for (const added of ['2026!!', '-123456', '@2025.']) {
      equal(brokenRules(capital + added, { person: {}, isSignUp: true }).length, 0)
      equal(isCommonPassword(capital + added), true, capital + added)
    }
  }
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { brokenRules } from '#contract/password-rules.ts'
import { isCommonPassword } from './common-password.ts'

const common = [
  ['a leaked password with a capital, digits and a symbol', 'Password123!'],
  ['symbols instead of letters', 'P@ssw0rd-2026!'],
  ['a symbol at the start', '$ummer2026!!!'],
  ['a digit instead of l', 'We1come12345!'],
  ['decoration on both sides', '!!!Password111'],
  ['the same word twice', 'Monkey-Monkey1'],
  ['the same word three times', 'Dragon-dragon-DRAGON-1'],
  ['a keyboard pattern', '1Qaz2Wsx3Edc!'],
  ['full-width letters', 'Ｐａｓｓｗｏｒｄ１２３！'],
  ['separated letters', 'Pass-Word-1234'],
  ['a keyboard pattern with digits', 'Qwerty123456!'],
] as const

const good = [
  ['two unrelated words', 'Quiet-Harbour-1'],
  ['a passphrase', 'Correct-horse-7-battery'],
  ['a password manager’s password', 'Xk9#mQ2$vL7!pZ'],
  ['a leaked word as a small part', 'Love-7291-$k#!-5530-22'],
  ['Arabic and Chinese words', 'مرفأ-هادئ-港口-Aa1'],
  ['256 characters', `Aa1-${'x-'.repeat(126)}`],
  ['only symbols', '!#%&/()=?-_:;'],
] as const

test('isCommonPassword returns true for a variation of a leaked password', () => {
  for (const [name, password] of common) equal(isCommonPassword(password), true, name)
})

test('isCommonPassword returns false for any other password', () => {
  for (const [name, password] of good) equal(isCommonPassword(password), false, name)
})

test('S10: isCommonPassword detects the 3,000 most leaked words, capitalized and with a typical suffix', () => {
  const words = dictionary['passwords-common'].filter((word) => /^[a-z]{6,}$/.test(word))
  for (const word of words.slice(0, 3_000)) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    for (const suffix of ['2026!!', '-123456', '@2025.']) {
      equal(brokenRules(capital + suffix, { person: {}, isSignUp: true }).length, 0)
      equal(isCommonPassword(capital + suffix), true, capital + suffix)
    }
  }
})

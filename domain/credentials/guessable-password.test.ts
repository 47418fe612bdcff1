import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isGuessable } from './guessable-password.ts'

const words = ['Portico', 'Business hub', 'Hub Trading Ltd']

test('S10: isGuessable returns true for seasons, days, years, keyboard patterns and names of product, platform and company', () => {
  for (const password of [
    '1qaz@WSX3edc$RFV',
    '!QAZ2wsx#EDC4rfv',
    'Qwertyuiop-2026',
    'Asdfghjkl;123456',
    'Summer2026!Summer',
    'Été-2026-Été-2027',
    'Octubre-2026-Octubre!',
    'Monday-Tuesday-1',
    'Portico-2026!Ab',
    'HubTrading-2026!',
    'Business-Hub-1!',
    'Abcd-1234-efgh-5678',
  ])
    equal(isGuessable(password, words), true, password)
})

test('S10: isGuessable returns false if other words are added', () => {
  for (const password of [
    'Quiet-Harbour-1',
    'Summer-breakfast-7',
    'Portico-on-the-hill-9',
    'Trading-places-1983',
    'Xk9#mQ2$vL7!pZ',
    'مرفأ-هادئ-港口-Aa1',
    '!#%&/()=?-_:;',
    'Correct-horse-7-battery',
  ])
    equal(isGuessable(password, words), false, password)
})

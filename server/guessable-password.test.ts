import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isGuessable } from './guessable-password.ts'

const words = ['Portico', 'Business hub', 'Hub Trading Ltd']

test('S10: what consists of seasons, years, rows of keys and names of the product, its platforms and the company is found', () => {
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

test('S10: one such word beside others is no guess', () => {
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

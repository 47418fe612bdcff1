import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from './regular-expressions.ts'

test('X3: the lint refuses an expression that backtracks', () => {
  for (const source of [String.raw`\/+$`, '(a+)+$', String.raw`\s*,\s*$`, '(.*)@(.*)@', '[^@]+@x'])
    match(faultOf(source, '') ?? '', /time on a text of many/, source)
  match(faultOf('^(?:a+)+$', 'u') ?? '', /exponential/)
})

test('X3: the lint accepts a linear expression', () => {
  for (const source of [
    String.raw`^\/+`,
    String.raw`^\d{4}-\d\d$`,
    'a+',
    '[^a-z]+',
    '^[a-z]{1,64}$',
  ])
    equal(faultOf(source, 'u'), undefined, source)
})

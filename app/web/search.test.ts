import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { stringifySearch } from '#contract/search.ts'
import { firstText, parseSearch } from './search.ts'

test('RT-26 a query keeps its text, even if a value could be parsed as a number', () => {
  deepEqual(parseSearch('?q=1e3&code=007&on=true&none=null'), {
    q: '1e3',
    code: '007',
    on: 'true',
    none: 'null',
  })
  equal(stringifySearch(parseSearch('?q=1e3&code=007')), '?q=1e3&code=007')
})

test('RT-26 a repeated name keeps both values', () => {
  equal(stringifySearch(parseSearch('?a=1&b=x&a=2')), '?a=1&a=2&b=x')
})

test('RT-17 the first value of a repeated name is used', () => {
  equal(firstText(['no_access', 'deactivated']), 'no_access')
  equal(firstText({}), undefined)
})

test('RT-17 an empty query gives an empty string', () => {
  equal(stringifySearch({}), '')
  equal(stringifySearch({ error_type: undefined }), '')
})

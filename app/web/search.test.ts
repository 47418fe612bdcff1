import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { stringifySearch } from '#contract/search.ts'
import { firstText, parseSearch } from './search.ts'

test('RT-26 a query keeps its letters, whatever number they could be', () => {
  deepEqual(parseSearch('?q=1e3&code=007&on=true&none=null'), {
    q: '1e3',
    code: '007',
    on: 'true',
    none: 'null',
  })
  equal(stringifySearch(parseSearch('?q=1e3&code=007')), '?q=1e3&code=007')
})

test('RT-26 a name that is sent twice keeps both values', () => {
  equal(stringifySearch(parseSearch('?a=1&b=x&a=2')), '?a=1&a=2&b=x')
})

test('RT-17 of a name that is sent twice the first value counts', () => {
  equal(firstText(['no_access', 'deactivated']), 'no_access')
  equal(firstText({}), undefined)
})

test('RT-17 an empty query is no query', () => {
  equal(stringifySearch({}), '')
  equal(stringifySearch({ error_type: undefined }), '')
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { areEqual, mergeFields } from './merge-fields.ts'

const base = { name: 'Harbour', active: true, platforms: ['hub'], note: '' }

test('3A15: a conflict takes fields that only the other admin changed, and asks about those that both changed', () => {
  const mine = { ...base, name: 'Harbour Ltd', platforms: ['hub', 'board'] }
  const theirs = { ...base, name: 'Harbor', active: false, platforms: ['hub', 'board'], note: 'x' }
  deepEqual(mergeFields(base, mine, theirs), { adopted: ['active', 'note'], conflicts: ['name'] })
  deepEqual(mergeFields(base, mine, base), { adopted: [], conflicts: [] })
})

test('3A15: a form in which everything is theirs has nothing left to save', () => {
  equal(areEqual({ ...base, own: 'x' }, { ...base, platforms: ['hub'] }), true)
  equal(areEqual(base, { ...base, platforms: null }), false)
})

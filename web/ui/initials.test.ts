import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

test('SC-16 the initials are those of the first and the last word, of a Chinese name its first character', () => {
  const names = ['林晓雯', '晓雯 林', 'ada king byron', 'Ada', '']
  deepEqual(names.map(initialsOf), ['林', '晓林', 'AB', 'A', ''])
})

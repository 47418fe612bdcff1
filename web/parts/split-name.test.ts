import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { splitName } from './split-name.ts'

test('SC-16 a pasted name is split by its comma or its words, a Chinese one behind the family name', () => {
  deepEqual(splitName('Grace Brewster Hopper'), ['Grace Brewster', 'Hopper'])
  deepEqual(splitName('Hopper, Grace'), ['Grace', 'Hopper'])
  deepEqual(splitName('Grace'), ['Grace', ''])
  deepEqual(splitName(''), ['', ''])
  deepEqual(splitName('林晓雯'), ['晓雯', '林'])
  deepEqual(splitName('林 晓雯'), ['晓雯', '林'])
  deepEqual(splitName('林，晓雯'), ['晓雯', '林'])
  deepEqual(splitName('诸葛亮'), ['亮', '诸葛'])
  deepEqual(splitName('欧阳'), ['阳', '欧'])
  deepEqual(splitName('林'), ['林', ''])
  deepEqual(splitName('Ada 林'), ['Ada', '林'])
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOfRule, withFullStop } from './sentences.ts'

test('a sentence of a section ends with one full stop, also if its text has none', () => {
  equal(withFullStop('Write a URL'), 'Write a URL.')
  equal(withFullStop('Is this a URL?'), 'Is this a URL?')
  equal(sentenceOfRule('name', 'taken', { taken: 'Another API has it' }), 'Another API has it.')
  equal(sentenceOfRule('name', 'taken', { taken: 'Another API has it.' }), 'Another API has it.')
})

import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { sentenceOf, sentenceOfRule, withFullStop } from './sentences.ts'

test('a missing choice is reported as missing', () => {
  const { error } = z.safeParse(z.object({ format: z.enum(['opaque', 'jwt']) }), {})
  const [issue] = error?.issues ?? []
  ok(issue)
  equal(sentenceOf(issue, undefined, ['format'], {}), 'format is missing.')
})

test('a sentence of a section ends with one full stop, also if its text has none', () => {
  equal(withFullStop('Write a URL'), 'Write a URL.')
  equal(withFullStop('Is this a URL?'), 'Is this a URL?')
  equal(sentenceOfRule('name', 'taken', { taken: 'Another API has it' }), 'Another API has it.')
  equal(sentenceOfRule('name', 'taken', { taken: 'Another API has it.' }), 'Another API has it.')
})

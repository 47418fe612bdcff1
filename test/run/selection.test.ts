import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { selectTests, UnknownTest } from './selection.ts'

const select = (...patterns: string[]) =>
  selectTests(patterns, { ending: 'test', hasAllJourneys: false })

test('a part of a path selects files, and trials only if no other file matches', () => {
  const { files } = select('features/admin/users/')
  ok(files.includes('features/admin/users/list.test.ts'))
  ok(!files.some((file) => file.endsWith('.trial.ts')))
  deepEqual(select('search-plan').files, ['trials/system/search-plan.trial.ts'])
  deepEqual(select('selection.test', 'search-plan').files.toSorted(), [
    'test/run/selection.test.ts',
    'trials/system/search-plan.trial.ts',
  ])
})

test('words that no path contains select tests by title, case-insensitively', () => {
  const { files, titles } = select('Words', 'that no path contains')
  deepEqual([files, titles], [['test/run/selection.test.ts'], ['Words that no path contains']])
})

test('unknown words are refused with the closest names', () => {
  throws(() => select('features/admin/usres/list'), UnknownTest)
  throws(() => select('serach-plan'), /search-plan/)
})

test('without a pattern, trials run alone or not at all', () => {
  const { files } = select()
  equal(
    files.some((file) => file.endsWith('.trial.ts')),
    false,
  )
  const trials = selectTests([], { ending: 'trial', hasAllJourneys: false })
  ok(trials.files.every((file) => file.endsWith('.trial.ts')))
  deepEqual([trials.capabilities, trials.journeys], [[], []])
})

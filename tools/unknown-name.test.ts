import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { closestNames, unknownName } from './unknown-name.ts'

const files = [
  'app/web/audit.test.ts',
  'features/account/sign-in/sign-in.test.ts',
  'server/log.test.ts',
]

test('the names closest to a misspelled part of a path come first', () => {
  deepEqual(closestNames('sing-in', files)[0], 'features/account/sign-in/sign-in.test.ts')
  deepEqual(closestNames('AUDTI', files)[0], 'app/web/audit.test.ts')
})

test('the sentence about an unknown name lists three existing ones', () => {
  equal(
    unknownName('check', 'impots', ['lint', 'imports', 'words', 'import orders']),
    'There is no check "impots". The closest: imports, import orders, lint.',
  )
  equal(unknownName('check', 'impots', []), 'There is no check "impots".')
})

import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { hasEnded } from './access-end.ts'

const dayMs = 86_400_000
const [past, future] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString())

test('access has ended after its end date; a deactivated platform and access without an end date have not', () => {
  deepEqual(
    [past, future, null].map((expiresAt = null) => hasEnded({ state: 'deactivated', expiresAt })),
    [true, false, false],
  )
  deepEqual(hasEnded({ state: 'wrong_subsystem', expiresAt: past ?? null }), false)
})

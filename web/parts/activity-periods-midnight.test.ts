// own process: sets TZ
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { midnight } from './activity-periods.ts'

test('midnights in UTC stay 24 hours apart when the clocks of the browser’s time zone change', () => {
  process.env['TZ'] = 'Europe/Lisbon'
  const now = new Date('2026-10-26T12:00:00Z')
  equal(midnight(now, 0, 'UTC').toISOString(), '2026-10-26T00:00:00.000Z')
  equal(midnight(now, 1, 'UTC').toISOString(), '2026-10-25T00:00:00.000Z')
  equal(midnight(now, 1).toISOString(), '2026-10-24T23:00:00.000Z')
})

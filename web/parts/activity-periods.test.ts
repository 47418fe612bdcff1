import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, periodOf } from './activity-periods.ts'

const now = new Date(2026, 10, 25, 15, 30)
const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString()
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

test('a last login is classified as today, yesterday or an earlier day', () => {
  equal(periodOf(at(25, 0), zone, now), 'today')
  equal(periodOf(at(24), zone, now), 'yesterday')
  equal(periodOf(at(23, 23), zone, now), 'last')
})

test('each period starts and ends at midnight', () => {
  deepEqual(boundsOf('all', at(3), now), {})
  deepEqual(boundsOf('today', null, now), { startDate: at(25, 0) })
  deepEqual(boundsOf('yesterday', null, now), { startDate: at(24, 0), endDate: at(25, 0) })
  deepEqual(boundsOf('week', null, now), { startDate: at(19, 0) })
  deepEqual(boundsOf('last', at(3), now), { startDate: at(3, 0), endDate: at(4, 0) })
  deepEqual(boundsOf('last', null, now), {})
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, periodOf, momentsOfDays } from './activity-periods.ts'

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

test('3W6 a day in a URL begins and ends at the midnights of the reader’s time zone', () => {
  const days = { startDate: '2026-11-20', endDate: '2026-11-21' }
  deepEqual(momentsOfDays(days, 'Europe/Paris'), {
    startDate: '2026-11-19T23:00:00.000Z',
    endDate: '2026-11-21T23:00:00.000Z',
  })
  deepEqual(momentsOfDays(days, 'UTC'), {
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-22T00:00:00.000Z',
  })
  const [before, after] = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']
  const changing = { startDate: '2026-10-25', endDate: '2026-10-25' }
  deepEqual(momentsOfDays(changing, 'Europe/Paris'), { startDate: before, endDate: after })
  const others = { startDate: '2026-02-31', endDate: '2026-11-20T10:00:00Z' }
  deepEqual(momentsOfDays(others, 'Europe/Paris'), others)
})

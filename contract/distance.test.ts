import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatDistance } from './distance.ts'

test('formatDistance returns the largest unit up to days, in the past and in the future', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const distance = (time: string) => formatDistance(time, 'en', now)
  equal(distance('2026-11-18T10:59:40Z'), '20 seconds ago')
  equal(distance('2026-11-18T10:57:00Z'), '3 minutes ago')
  equal(distance('2026-11-18T13:00:00Z'), 'in 2 hours')
  equal(distance('2025-10-14T11:00:00Z'), '400 days ago')
  equal(distance('2026-11-18T10:00:10Z'), '59 minutes ago')
  equal(distance('2026-11-16T23:30:00Z'), '1 day ago')
})

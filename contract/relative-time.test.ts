import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo, formatAhead, formatRecent, hourOf } from './relative-time.ts'

const moment = '2026-11-18T11:06:00Z'

test('A5 today and yesterday are those of the reader’s time zone', () => {
  const now = new Date('2026-11-18T22:30:00Z')
  equal(formatRecent(moment, 'en', 'Europe/Lisbon', now), 'today 11:06')
  equal(formatRecent(moment, 'en', 'Africa/Cairo', now), 'yesterday 13:06')
  equal(formatRecent(moment, 'en', 'Pacific/Kiritimati', now), 'today 01:06')
  equal(formatRecent('2026-11-16T22:30:00Z', 'en', 'UTC', now), '16 Nov 2026, 22:30 UTC')
  equal(formatRecent(moment, 'zh', 'UTC', now), '今天 11:06')
  equal(hourOf('UTC', new Date('2026-11-18T00:10:00Z')), 0)
  equal(hourOf('Africa/Cairo', new Date('2026-11-18T22:10:00Z')), 0)
})

test('A6 the age of a password is said in days, months and years', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const ago = (time: string) => formatAgo(time, 'en', 'UTC', now)
  equal(ago('2026-11-18T10:00:00Z'), 'today')
  equal(ago('2026-11-17T23:59:00Z'), 'yesterday')
  equal(ago('2026-11-13T10:00:00Z'), '5 days ago')
  equal(ago('2026-08-15T10:00:00Z'), '3 months ago')
  equal(ago('2024-08-15T10:00:00Z'), '2 years ago')
  // A clock that is ahead of the server's.
  equal(ago('2026-11-19T10:00:00Z'), 'today')
})

test('B6 the end of an invitation is said in days', () => {
  const now = new Date('2026-11-18T22:30:00Z')
  const ahead = (time: string, zone = 'UTC') => formatAhead(time, 'en', zone, now)
  equal(ahead('2026-11-18T23:10:00Z'), 'today')
  equal(ahead('2026-11-18T23:10:00Z', 'Europe/Berlin'), 'tomorrow')
  equal(ahead('2026-11-19T00:10:00Z'), 'tomorrow')
  equal(ahead('2026-11-25T22:30:00Z'), 'in 7 days')
  // One that has just passed.
  equal(ahead('2026-11-17T10:00:00Z'), 'today')
})

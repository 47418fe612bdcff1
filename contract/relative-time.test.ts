import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatAgo,
  formatDays,
  formatNear,
  formatRecent,
  formatSince,
  hourOf,
} from './relative-time.ts'

const moment = '2026-11-18T11:06:00Z'

test('A5 formatRecent determines today and yesterday in the reader’s time zone', () => {
  const now = new Date('2026-11-18T22:30:00Z')
  equal(formatRecent(moment, 'en', 'Europe/Lisbon', now), 'today 11:06')
  equal(formatRecent(moment, 'en', 'Africa/Cairo', now), 'yesterday 13:06')
  equal(formatRecent(moment, 'en', 'Pacific/Kiritimati', now), 'today 01:06')
  equal(formatRecent('2026-11-16T22:30:00Z', 'en', 'UTC', now), '16 Nov 2026, 22:30 UTC')
  equal(formatRecent(moment, 'zh', 'UTC', now), '今天 11:06')
  equal(formatRecent(moment, 'es', 'UTC', now), 'hoy, 11:06')
  equal(hourOf('UTC', new Date('2026-11-18T00:10:00Z')), 0)
  equal(hourOf('Africa/Cairo', new Date('2026-11-18T22:10:00Z')), 0)
})

test('A6 formatAgo returns the age of a password in days, months or years', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const ago = (time: string) => formatAgo(time, 'en', 'UTC', now)
  equal(ago('2026-11-18T10:00:00Z'), 'today')
  equal(ago('2026-11-17T23:59:00Z'), 'yesterday')
  equal(ago('2026-11-13T10:00:00Z'), '5 days ago')
  equal(ago('2026-10-19T10:00:00Z'), '1 month ago')
  equal(ago('2026-09-20T10:00:00Z'), '1 month ago')
  equal(ago('2026-08-15T10:00:00Z'), '3 months ago')
  equal(ago('2024-08-15T10:00:00Z'), '2 years ago')
  // The client's clock is behind the server's.
  equal(ago('2026-11-19T10:00:00Z'), 'today')
})

test('3W1 formatDays returns the distance of a past or future day', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const days = (time: string) => formatDays(time, 'en', 'UTC', now)
  equal(days('2026-11-18T23:00:00Z'), 'today')
  equal(days('2026-11-13T10:00:00Z'), '5 days ago')
  equal(days('2026-12-25T10:00:00Z'), 'in 1 month')
})

test('B6 formatNear returns the clock time for adjacent days, days up to a week, and otherwise a date', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const near = (time: string) => formatNear(time, 'en', 'UTC', now)
  equal(near('2026-11-18T10:58:00Z'), 'today 10:58')
  equal(near('2026-11-17T23:59:00Z'), 'yesterday 23:59')
  equal(near('2026-11-19T16:15:00Z'), 'tomorrow 16:15')
  equal(near('2026-11-25T10:00:00Z'), 'in 7 days')
  equal(near('2026-11-13T10:00:00Z'), '5 days ago')
  equal(near('2026-11-10T10:00:00Z'), '10 Nov')
  equal(near('2024-08-15T10:00:00Z'), '15 Aug 2024')
})

test('U8 formatSince returns a date after more than a week', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const since = (time: string) => formatSince(time, 'en', 'UTC', now)
  equal(since('2026-11-18T10:58:00Z'), 'today')
  equal(since('2026-11-11T10:00:00Z'), '7 days ago')
  equal(since('2026-11-10T10:00:00Z'), '10 Nov')
  equal(since('2026-10-19T10:00:00Z'), '19 Oct')
  equal(since('2025-12-31T10:00:00Z'), '31 Dec 2025')
  equal(since('2026-11-19T10:00:00Z'), 'today')
})

test('3T23 a Chinese day has spaces around its digits, as the texts have', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  equal(formatNear('2026-11-23T10:00:00Z', 'zh', 'UTC', now), '5 天后')
  equal(formatSince('2025-11-10T10:00:00Z', 'zh', 'UTC', now), '2025 年 11 月 10 日')
  equal(formatNear('2026-11-23T10:00:00Z', 'en', 'UTC', now), 'in 5 days')
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from './locale.ts'
import {
  formatNearInSentence,
  formatRecentAfterLabel,
  formatRecentInSentence,
} from './sentence-time.ts'

test('3T7 3T16 a relative day in a sentence has its preposition in five languages', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const days = ['2026-11-19T16:15:00Z', '2026-11-23T10:00:00Z', '2026-11-28T10:00:00Z']
  const texts = locales.map((locale) =>
    days.map((day) => formatNearInSentence(day, locale, 'UTC', now)).join(' | '),
  )
  deepEqual(texts, [
    'tomorrow at 16:15 | in 5 days | on 28 Nov',
    'غدًا الساعة 16:15 | خلال 5 أيام | في 28 نوفمبر',
    'demain à 16:15 | dans 5 jours | le 28 nov.',
    'mañana a las 16:15 | dentro de 5 días | el 28 nov',
    '明天 16:15 | 5 天后 | 11 月 28 日',
  ])
  equal(formatNearInSentence('2026-11-18T01:15:00Z', 'es', 'UTC', now), 'hoy a la 01:15')
})

test('3T7 3T16 a recent time in a sentence has its preposition in five languages', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  const times = ['2026-11-17T18:40:00Z', '2026-11-02T10:00:00Z']
  const texts = locales.map((locale) =>
    times.map((time) => formatRecentInSentence(time, locale, 'UTC', now)).join(' | '),
  )
  deepEqual(texts, [
    'yesterday at 18:40 | on 2 Nov 2026, 10:00 UTC',
    'أمس الساعة 18:40 | في 2 نوفمبر 2026، 10:00 UTC',
    'hier à 18:40 | le 2 nov. 2026, 10:00 UTC',
    'ayer a las 18:40 | el 2 nov 2026, 10:00 UTC',
    '昨天 18:40 | 2026 年 11 月 2 日 10:00 UTC',
  ])
})

test('a recent time after a label has no preposition before a date', () => {
  const now = new Date('2026-11-18T11:00:00Z')
  equal(formatRecentAfterLabel('2026-11-18T09:12:00Z', 'en', 'UTC', now), 'today at 09:12')
  equal(formatRecentAfterLabel('2026-11-18T01:15:00Z', 'es', 'UTC', now), 'hoy a la 01:15')
  equal(formatRecentAfterLabel('2026-11-02T10:00:00Z', 'en', 'UTC', now), '2 Nov 2026, 10:00 UTC')
})

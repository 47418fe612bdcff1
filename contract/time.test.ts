import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from './locale.ts'
import {
  defaultTimeZone,
  firstFormats,
  formatAgo,
  formatRecent,
  formatTime,
  hourOf,
} from './time.ts'

const moment = '2026-11-18T11:06:00Z'

test('each part of the first formats begins one language at most, and leaves none to formatTime', (context) => {
  const Format = Intl.DateTimeFormat
  const known = new Set<unknown>()
  let begun = 0
  context.mock.method(Intl, 'DateTimeFormat', function (tag: string, options: object) {
    if (!known.has(tag)) begun += 1
    known.add(tag)
    return new Format(tag, options)
  })
  for (const make of firstFormats('fr')) {
    begun = 0
    make()
    ok(begun <= 1)
  }
  begun = 0
  formatTime(moment, 'fr', defaultTimeZone())
  equal(begun, 0)
  equal(known.size, 2)
})

test('EN-04 a time shows day, abbreviated month, year, time and zone of the reader', () => {
  equal(formatTime(moment, 'en', 'Africa/Cairo'), '18 Nov 2026, 13:06 UTC+2')
})

test('EN-04 Arabic keeps Latin digits and the Gregorian calendar', () => {
  match(formatTime(moment, 'ar', 'Africa/Cairo'), /18 نوفمبر 2026/)
})

test('U14 the zone stands after the time as an offset from UTC, written alike in every language', () => {
  for (const locale of locales) {
    match(formatTime(moment, locale, 'UTC'), /11:06( ص)? UTC$/)
    match(formatTime(moment, locale, 'Europe/Paris'), /12:06( م)? UTC\+1$/)
    match(formatTime(moment, locale, 'America/New_York'), /06:06( ص)? UTC-5$/)
    match(formatTime(moment, locale, 'Asia/Kolkata'), /(16:36|04:36 م) UTC\+5:30$/)
  }
  equal(formatTime(moment, 'zh', 'Europe/Paris'), '2026年11月18日 12:06 UTC+1')
  equal(formatTime(moment, 'fr', 'Atlantic/Reykjavik'), '18 nov. 2026, 11:06 UTC')
  equal(formatTime(moment, 'fr', 'America/New_York'), '18 nov. 2026, 06:06 UTC-5')
  equal(formatTime('2026-07-18T11:06:00Z', 'es', 'Europe/Paris'), '18 jul 2026, 13:06 UTC+2')
})

test('M13 in every language the date comes first, then the time, then the zone', () => {
  for (const locale of locales) {
    match(formatTime(moment, locale, 'Asia/Shanghai'), /2026.*(19|07):06( م)? UTC\+8$/, locale)
  }
  equal(formatTime(moment, 'zh', 'Asia/Shanghai'), '2026年11月18日 19:06 UTC+8')
})

test('EN-04 a missing or zero time is empty', () => {
  equal(formatTime(undefined, 'en', 'UTC'), '')
  equal(formatTime(null, 'en', 'UTC'), '')
  equal(formatTime('', 'en', 'UTC'), '')
  equal(formatTime(0, 'en', 'UTC'), '')
  equal(formatTime('1970-01-01T00:00:00Z', 'en', 'UTC'), '')
  equal(formatTime('nonsense', 'en', 'UTC'), '')
})

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

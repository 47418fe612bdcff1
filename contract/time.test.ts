// own process: a format of another file would already be loaded
import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from './locale.ts'
import { defaultTimeZone, firstFormats, formatClock, formatSecond, formatTime } from './time.ts'

const moment = '2026-11-18T11:06:00Z'

test('each task of firstFormats loads at most one language, and none remains for formatTime', (context) => {
  const Format = Intl.DateTimeFormat
  const loadedTags = new Set<unknown>()
  let newTags = 0
  context.mock.method(Intl, 'DateTimeFormat', function (tag: string, options: object) {
    if (!loadedTags.has(tag)) newTags += 1
    loadedTags.add(tag)
    return new Format(tag, options)
  })
  for (const make of firstFormats('fr')) {
    newTags = 0
    make()
    ok(newTags <= 1)
  }
  newTags = 0
  formatTime(moment, 'fr', defaultTimeZone())
  equal(newTags, 0)
  equal(loadedTags.size, 2)
})

test('3T22 EN-04 formatTime returns day, abbreviated month, year, time and the reader’s time zone', () => {
  equal(formatTime(moment, 'en', 'Africa/Cairo'), '18 Nov 2026, 13:06 UTC+2')
})

test('EN-04 formatTime uses Latin digits and the Gregorian calendar in Arabic', () => {
  match(formatTime(moment, 'ar', 'Africa/Cairo'), /18 نوفمبر 2026/)
})

test('U14 formatTime appends the same UTC offset in every language', () => {
  for (const locale of locales) {
    match(formatTime(moment, locale, 'UTC'), /11:06 UTC$/)
    match(formatTime(moment, locale, 'Europe/Paris'), /12:06 UTC\+1$/)
    match(formatTime(moment, locale, 'America/New_York'), /06:06 UTC-5$/)
    match(formatTime(moment, locale, 'Asia/Kolkata'), /16:36 UTC\+5:30$/)
  }
  equal(formatTime(moment, 'fr', 'Atlantic/Reykjavik'), '18 nov. 2026, 11:06 UTC')
  equal(formatTime(moment, 'fr', 'America/New_York'), '18 nov. 2026, 06:06 UTC-5')
  equal(formatTime('2026-07-18T11:06:00Z', 'es', 'Europe/Paris'), '18 jul 2026, 13:06 UTC+2')
})

test('3W1 M13 formatTime returns day, month, year, time and zone in this order in every language', () => {
  for (const locale of locales) {
    match(formatTime(moment, locale, 'Asia/Shanghai'), /^18 .+ 2026.* 19:06 UTC\+8$/, locale)
    match(formatSecond(moment, locale, 'UTC'), /^18 .+ 2026.* 11:06:00 UTC$/, locale)
  }
  equal(formatTime(moment, 'zh', 'Asia/Shanghai'), '18 日 11 月 2026 年 19:06 UTC+8')
})

test('EN-04 formatTime returns an empty text for a missing, zero or invalid time', () => {
  equal(formatTime(undefined, 'en', 'UTC'), '')
  equal(formatTime(null, 'en', 'UTC'), '')
  equal(formatTime('', 'en', 'UTC'), '')
  equal(formatTime(0, 'en', 'UTC'), '')
  equal(formatTime('1970-01-01T00:00:00Z', 'en', 'UTC'), '')
  equal(formatTime('nonsense', 'en', 'UTC'), '')
})

test('3A20: a time of day names its offset from UTC', () => {
  const expected = {
    'America/New_York': '06:06 UTC-5',
    'Asia/Kolkata': '16:36 UTC+5:30',
    UTC: '11:06 UTC',
  }
  for (const [zone, clock] of Object.entries(expected)) {
    equal(formatClock(new Date(moment), 'en', zone), clock)
  }
})

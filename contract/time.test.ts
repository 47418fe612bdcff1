import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from './locale.ts'
import { defaultTimeZone, firstFormats, formatTime } from './time.ts'

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
    match(formatTime(moment, locale, 'UTC'), /11:06 UTC$/)
    match(formatTime(moment, locale, 'Europe/Paris'), /12:06 UTC\+1$/)
    match(formatTime(moment, locale, 'America/New_York'), /06:06 UTC-5$/)
    match(formatTime(moment, locale, 'Asia/Kolkata'), /16:36 UTC\+5:30$/)
  }
  equal(formatTime(moment, 'zh', 'Europe/Paris'), '2026年11月18日 12:06 UTC+1')
  equal(formatTime(moment, 'fr', 'Atlantic/Reykjavik'), '18 nov. 2026, 11:06 UTC')
  equal(formatTime(moment, 'fr', 'America/New_York'), '18 nov. 2026, 06:06 UTC-5')
  equal(formatTime('2026-07-18T11:06:00Z', 'es', 'Europe/Paris'), '18 jul 2026, 13:06 UTC+2')
})

test('M13 in every language the date comes first, then the time, then the zone', () => {
  for (const locale of locales) {
    match(formatTime(moment, locale, 'Asia/Shanghai'), /2026.*19:06 UTC\+8$/, locale)
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

import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime } from './time.ts'

const moment = '2026-11-18T11:06:00Z'

test('EN-04 a time shows day, abbreviated month, year, time and zone of the reader', () => {
  equal(formatTime(moment, 'en', 'Africa/Cairo'), '18 Nov 2026, 13:06 EET')
})

test('EN-04 Arabic keeps Latin digits and the Gregorian calendar', () => {
  match(formatTime(moment, 'ar', 'Africa/Cairo'), /18 نوفمبر 2026/)
})

test('EN-04 a missing or zero time is empty', () => {
  equal(formatTime(undefined, 'en', 'UTC'), '')
  equal(formatTime(null, 'en', 'UTC'), '')
  equal(formatTime('', 'en', 'UTC'), '')
  equal(formatTime(0, 'en', 'UTC'), '')
  equal(formatTime('1970-01-01T00:00:00Z', 'en', 'UTC'), '')
  equal(formatTime('nonsense', 'en', 'UTC'), '')
})

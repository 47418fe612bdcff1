import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLocale, counted, fill } from './locale.ts'

test('SC-16 the first language that the browser asks for and the product speaks is taken, else English', () => {
  equal(acceptedLocale('ar-EG,ar;q=0.9,en;q=0.8'), 'ar')
  equal(acceptedLocale('de-DE,de;q=0.9,fr;q=0.5,en;q=0.3'), 'fr')
  equal(acceptedLocale('en;q=0.2, zh-Hant-TW;q=0.7'), 'zh')
  equal(acceptedLocale('de'), 'en')
  equal(acceptedLocale('fr;q=0'), 'en')
  equal(acceptedLocale(undefined), 'en')
  equal(acceptedLocale(',;q=,;;=='), 'en')
})

test('values fill their places, and only their own', () => {
  equal(fill('Hello {name}, {other}', { name: '{other}' }), 'Hello {other}, {other}')
  equal(fill('{constructor}', {}), '{constructor}')
})

test('a counted word takes the form that its language wants', () => {
  const forms = {
    zero: 'لا جلسات',
    one: 'جلسة',
    two: 'جلستان',
    few: '{count} جلسات',
    many: '{count} جلسة',
    other: '{count} جلسة',
  }
  equal(counted(forms, 0, 'ar'), 'لا جلسات')
  equal(counted(forms, 3, 'ar'), '3 جلسات')
  equal(counted({ one: '{count} session', other: '{count} sessions' }, 2, 'en'), '2 sessions')
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLocale, langOf, locales } from './locale.ts'

test('SC-16 acceptedLocale returns the preferred supported language of the browser, or else English', () => {
  equal(acceptedLocale('ar-EG,ar;q=0.9,en;q=0.8'), 'ar')
  equal(acceptedLocale('de-DE,de;q=0.9,fr;q=0.5,en;q=0.3'), 'fr')
  equal(acceptedLocale('en;q=0.2, zh-Hant-TW;q=0.7'), 'zh')
  equal(acceptedLocale('arn-CL,es;q=0.9'), 'es')
  equal(acceptedLocale('de'), 'en')
  equal(acceptedLocale('fr;q=0'), 'en')
  equal(acceptedLocale(undefined), 'en')
  equal(acceptedLocale(',;q=,;;=='), 'en')
})

test('3T21 SC-16 the lang attribute of Chinese names the script', () => {
  deepEqual(locales.map(langOf), ['en', 'ar', 'fr', 'es', 'zh-Hans'])
})

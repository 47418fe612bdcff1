import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { isZoneMatch, zoneChoice, zoneChoices } from './time-zones.ts'
import { placeOf } from './zone-place.ts'

const en = { locale: 'en' } as const
const winter = new Date('2026-01-15T12:00:00Z')

test('VA-14 UTC is first, and a zone in use that is not in the list is added', () => {
  const choices = zoneChoices(en, 'Asia/Kolkata', winter)
  equal(choices[0]?.id, 'UTC')
  ok(choices.some(({ id }) => id === 'Asia/Kolkata'))
  ok(zoneChoices(en, 'US/Pacific', winter).some(({ id }) => id === 'US/Pacific'))
})

test('SC-11 a time zone is found by its city, with or without accents', () => {
  const place = zoneChoice('America/Sao_Paulo', en, winter)
  ok(isZoneMatch(place, 'são'))
  ok(isZoneMatch(place, 'SAO PAULO'))
  ok(!isZoneMatch(place, 'Paris'))
})

test('SC-11 a time zone is found by its exact offset', () => {
  const paris = zoneChoice('Europe/Paris', en, winter)
  ok(isZoneMatch(paris, 'utc+1'))
  ok(isZoneMatch(paris, '+01:00'))
  ok(!isZoneMatch(paris, 'UTC+10'))
  ok(isZoneMatch(zoneChoice('Asia/Kolkata', en, winter), 'UTC+5:30'))
  ok(isZoneMatch(zoneChoice('America/New_York', en, winter), '−5'))
})

test('SC-11 a time zone is found by its country in the language of the page', () => {
  ok(isZoneMatch(zoneChoice('Europe/Paris', { locale: 'fr' }, winter), 'france'))
  ok(isZoneMatch(zoneChoice('Europe/Paris', { locale: 'zh' }, winter), '法国'))
})

test('SC-11 a time zone is found by its own text', () => {
  const paris = zoneChoice('Europe/Paris', en, winter)
  equal(paris.text, 'Paris (UTC+1)')
  ok(isZoneMatch(paris, paris.text))
  const [utc, inChinese] = ['UTC', 'Europe/Paris'].map((zone) =>
    zoneChoice(zone, { locale: 'zh' }, winter),
  )
  equal(utc?.text, 'UTC')
  ok(inChinese?.text.endsWith('（UTC+1）'))
  ok(isZoneMatch(inChinese, inChinese.text))
})

test('SC-11 a time zone has the name of its place in the language of the page, and is found by its English city', () => {
  const names = { Cairo: 'Égypte', Moscow: 'Moscou' }
  const cairo = zoneChoice('Africa/Cairo', { locale: 'fr', names }, winter)
  deepEqual([cairo.text, cairo.note], ['Égypte (UTC+2)', ''])
  ok(isZoneMatch(cairo, 'egypte') && isZoneMatch(cairo, 'Cairo'))
  equal(placeOf('Europe/Paris', names), 'Paris')
  equal(placeOf('America/New_York'), 'New York')
})

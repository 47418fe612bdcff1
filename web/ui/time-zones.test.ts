import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { isZoneFound, zoneChoice, zoneChoices } from './time-zones.ts'

const winter = new Date('2026-01-15T12:00:00Z')

test('VA-14 UTC stands first, and a name that the list lacks is offered when it is in use', () => {
  const choices = zoneChoices('en', 'Asia/Kolkata', winter)
  equal(choices[0]?.id, 'UTC')
  ok(choices.some(({ id }) => id === 'Asia/Kolkata'))
  ok(zoneChoices('en', 'US/Pacific', winter).some(({ id }) => id === 'US/Pacific'))
})

test('SC-11 a time zone is found by its city, with or without accents', () => {
  const place = zoneChoice('America/Sao_Paulo', 'en', winter)
  ok(isZoneFound(place, 'são'))
  ok(isZoneFound(place, 'SAO PAULO'))
  ok(!isZoneFound(place, 'Paris'))
})

test('SC-11 a time zone is found by its offset, exactly', () => {
  const paris = zoneChoice('Europe/Paris', 'en', winter)
  ok(isZoneFound(paris, 'utc+1'))
  ok(isZoneFound(paris, '+01:00'))
  ok(!isZoneFound(paris, 'UTC+10'))
  ok(isZoneFound(zoneChoice('Asia/Kolkata', 'en', winter), 'UTC+5:30'))
  ok(isZoneFound(zoneChoice('America/New_York', 'en', winter), '−5'))
})

test('SC-11 a time zone is found by its country in the language of the page', () => {
  ok(isZoneFound(zoneChoice('Europe/Paris', 'fr', winter), 'france'))
  ok(isZoneFound(zoneChoice('Europe/Paris', 'zh', winter), '法国'))
})

test('SC-11 the text of the chosen zone finds it again', () => {
  const paris = zoneChoice('Europe/Paris', 'en', winter)
  equal(paris.text, 'Paris (UTC+1)')
  ok(isZoneFound(paris, paris.text))
})

import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { timeZones } from '#contract/time.ts'
import { cityOf } from '#web/zone-place.ts'
import { zoneNames } from './zone-name-files.ts'

test('SC-11 time zones have names in each language: their country, or their city in large countries', () => {
  const [ar, fr, es, zh] = [zoneNames('ar'), zoneNames('fr'), zoneNames('es'), zoneNames('zh')]
  equal(ar['Cairo'], 'مصر')
  equal(ar['New York'], 'نيويورك')
  equal(fr['London'], 'Royaume-Uni')
  equal(fr['Moscow'], 'Moscou')
  equal(es['Paris'], 'Francia')
  equal(es['New York'], 'Nueva York')
  equal(zh['Shanghai'], '中国')
  equal(zh['Kolkata'], '印度')
  for (const zone of timeZones().slice(1)) {
    ok(/^[^a-z]+$/i.test(ar[cityOf(zone)] ?? 'missing'), zone)
    ok(/^[^a-z]+$/i.test(zh[cityOf(zone)] ?? 'missing'), zone)
  }
  for (const names of [ar, fr, es, zh])
    for (const name of Object.values(names)) ok(!/[+\d]|:|heure|hora |توقيت|时间/.test(name), name)
})

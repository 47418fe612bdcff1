import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { deviceKindOf, formatDevice } from './device.ts'
import { locales } from './locale.ts'

function inEach(stored: string): string[] {
  return locales.map((locale) => formatDevice(stored, locale))
}

test('M16: formatDevice returns the name of a browser in the user’s language', () => {
  deepEqual(inEach('Chrome on Linux'), [
    'Chrome on Linux',
    '\u2068Chrome\u2069 على \u2068Linux\u2069',
    'Chrome sur Linux',
    'Chrome en Linux',
    'Linux 上的 Chrome',
  ])
  for (const unknown of ['Unknown', '']) {
    deepEqual(inEach(unknown), [
      'Unknown browser',
      'متصفح غير معروف',
      'Navigateur inconnu',
      'Navegador desconocido',
      '未知浏览器',
    ])
  }
  equal(formatDevice('Firefox', 'fr'), 'Firefox')
  equal(formatDevice('A on B on iOS', 'es'), 'A on B en iOS')
})

test('M16: deviceKindOf returns phone, computer or unknown', () => {
  equal(deviceKindOf('Safari on iOS'), 'phone')
  equal(deviceKindOf('Chrome on Android'), 'phone')
  equal(deviceKindOf('Chrome on Linux'), 'computer')
  equal(deviceKindOf('Unknown'), 'unknown')
  equal(deviceKindOf(''), 'unknown')
})

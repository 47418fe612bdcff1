import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { rememberLocale } from './browser-storage.ts'

test('S18: on https the cookie of the language is bound to its host', () => {
  const document = { cookie: '' }
  Object.assign(globalThis, { document, location: { protocol: 'https:' } })
  rememberLocale('fr')
  equal(document.cookie, '__Host-locale=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  Object.assign(globalThis, { location: { protocol: 'http:' } })
  rememberLocale('ar')
  equal(document.cookie, 'locale=ar; Path=/; Max-Age=31536000; SameSite=Lax')
})

import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { everyWord, textsOf, type Text } from '#test/words.ts'

/** In the Latin script, these are the same in another language, or a name. */
const alike = new Set([
  'API',
  'ID',
  '123456',
  '7. Contact',
  'Action',
  'Actions',
  'Active',
  'Admin',
  'Administration',
  'Auditor',
  'Business Hub',
  'Date',
  'HTTP {status}',
  'Demo',
  'Description',
  'Inactive',
  'Invitation',
  'Invitations',
  'JWT',
  'Logo',
  'Menu',
  'Message',
  'Navigation',
  'No',
  'Note',
  'Onboarding',
  'PKCE',
  'Page',
  'Pages',
  'Permissions',
  'Portal',
  'Production',
  'Roles',
  'Scopes',
  'Sessions',
  'Source',
  'Total',
  'Type',
  'UTC',
  'Version {version}',
  'Webhook',
  'Webhooks',
  'invitations',
  'webhooks',
  '{count} minute',
  '{count} minutes',
  '{minutes} min {seconds} s',
])

test('ER-12 every word is there in all five languages, and none is empty', async () => {
  const missing = (await everyWord()).flatMap(({ where, key, said }) =>
    locales
      .filter((locale) => textsOf(said[locale]).some((text) => text.trim() === ''))
      .map((locale) => `${where} ${key} ${locale}`),
  )
  deepEqual(missing, [])
})

test('ER-12 no sentence was left in English', async () => {
  const left = (await everyWord()).flatMap(({ where, key, said }) => {
    const english = new Set(textsOf(said.en))
    return locales
      .filter((locale) => locale !== 'en')
      .filter((locale) => textsOf(said[locale]).some((text) => english.has(text) && isSaid(text)))
      .map((locale) => `${where} ${key} ${locale}: ${String(said.en)}`)
  })
  deepEqual(left, [])
})

test('ER-12 each language fills in the same places of a text', async () => {
  const uneven = (await everyWord()).flatMap(({ where, key, said }) =>
    locales
      .filter((locale) => placesOf(said[locale]) !== placesOf(said.en))
      .map((locale) => `${where} ${key} ${locale}: ${placesOf(said[locale])}`),
  )
  deepEqual(uneven, [])
})

test('ER-12 Arabic is written in Arabic, and Chinese in Chinese', async () => {
  const scripts = { ar: /\p{Script=Arabic}/u, zh: /\p{Script=Han}/u }
  const foreign = (await everyWord()).flatMap(({ where, key, said }) =>
    (['ar', 'zh'] as const)
      .filter((locale) =>
        textsOf(said[locale]).some((text) => isSaid(text) && !scripts[locale].test(text)),
      )
      .map((locale) => `${where} ${key} ${locale}: ${String(said[locale])}`),
  )
  deepEqual(foreign, [])
})

test('English is spelled as in the United States', async () => {
  const british =
    /(?<!\p{L})(\p{L}*(colour|recognis|organis|authoris|customis|behaviour|favour|neighbour|honour)\p{L}*|greys?|cancell(ed|ing)|labell(ed|ing)|licences?|catalogues?|centres?|analys(e|ed|ing))(?!\p{L})/giu
  const found = (await everyWord()).flatMap(({ where, key, said }) =>
    textsOf(said.en).flatMap((text) =>
      [...text.matchAll(british)].map(([word]) => `${where} ${key}: ${word}`),
    ),
  )
  deepEqual(found, [])
})

test('in Arabic an address stands in an isolate, which keeps its slashes behind its scheme', async () => {
  const loose = (await everyWord()).flatMap(({ where, key, said }) =>
    textsOf(said.ar)
      .filter((text) => /:\/\//.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')))
      .map((text) => `${where} ${key}: ${text}`),
  )
  deepEqual(loose, [])
})

test('ER-12 in Arabic a counted word has all six forms', async () => {
  const counted = (await everyWord()).filter(({ said }) => typeof said.en === 'object')
  ok(counted.length > 0)
  const short = counted
    .filter(({ said }) => Object.keys(said.ar ?? {}).length < 6)
    .map(({ where, key }) => `${where} ${key}`)
  deepEqual(short, [])
})

/** Something is said: neither a name or sign, nor only places to fill in. */
function isSaid(text: string): boolean {
  return !alike.has(text) && /\p{L}{2,}/u.test(text.replaceAll(/\{\w+\}|https?:\S+|\S+@\S+/g, ''))
}

function placesOf(said: Text): string {
  const text = typeof said === 'object' ? said['other'] : said
  return [...new Set([...(text ?? '').matchAll(/\{\w+\}/g)].map(([place]) => place))]
    .sort()
    .join(' ')
}

import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { everyWord, textsOf, type Text } from '#test/words.ts'

/** Texts that are identical in another language with Latin script, or are names. */
const sameInOtherLanguages = new Set([
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

test('ER-12 every text exists in all five languages and is not empty', async () => {
  const missing = (await everyWord()).flatMap(({ where, key, said }) =>
    locales
      .filter((locale) => textsOf(said[locale]).some((text) => text.trim() === ''))
      .map((locale) => `${where} ${key} ${locale}`),
  )
  deepEqual(missing, [])
})

test('ER-12 no text is left in English', async () => {
  const untranslated = (await everyWord()).flatMap(({ where, key, said }) => {
    const english = new Set(textsOf(said.en))
    return locales
      .filter((locale) => locale !== 'en')
      .filter((locale) =>
        textsOf(said[locale]).some((text) => english.has(text) && isTranslatable(text)),
      )
      .map((locale) => `${where} ${key} ${locale}: ${String(said.en)}`)
  })
  deepEqual(untranslated, [])
})

test('ER-12 a text has the same placeholders in each language', async () => {
  const uneven = (await everyWord()).flatMap(({ where, key, said }) =>
    locales
      .filter((locale) => placesOf(said[locale]) !== placesOf(said.en))
      .map((locale) => `${where} ${key} ${locale}: ${placesOf(said[locale])}`),
  )
  deepEqual(uneven, [])
})

test('ER-12 Arabic texts are in Arabic script, and Chinese texts in Chinese characters', async () => {
  const scripts = { ar: /\p{Script=Arabic}/u, zh: /\p{Script=Han}/u }
  const foreign = (await everyWord()).flatMap(({ where, key, said }) =>
    (['ar', 'zh'] as const)
      .filter((locale) =>
        textsOf(said[locale]).some((text) => isTranslatable(text) && !scripts[locale].test(text)),
      )
      .map((locale) => `${where} ${key} ${locale}: ${String(said[locale])}`),
  )
  deepEqual(foreign, [])
})

test('English texts have American spelling', async () => {
  const british =
    /(?<!\p{L})(\p{L}*(colour|recognis|organis|authoris|customis|behaviour|favour|neighbour|honour)\p{L}*|greys?|cancell(ed|ing)|labell(ed|ing)|licences?|catalogues?|centres?|analys(e|ed|ing))(?!\p{L})/giu
  const faults = (await everyWord()).flatMap(({ where, key, said }) =>
    textsOf(said.en).flatMap((text) =>
      [...text.matchAll(british)].map(([word]) => `${where} ${key}: ${word}`),
    ),
  )
  deepEqual(faults, [])
})

test('an address in an Arabic text is in an isolate, which keeps the order of its parts', async () => {
  const loose = (await everyWord()).flatMap(({ where, key, said }) =>
    textsOf(said.ar)
      .filter((text) => /:\/\//.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')))
      .map((text) => `${where} ${key}: ${text}`),
  )
  deepEqual(loose, [])
})

test('ER-12 Arabic texts with a count have all six plural forms', async () => {
  const counted = (await everyWord()).filter(({ said }) => typeof said.en === 'object')
  ok(counted.length > 0)
  const short = counted
    .filter(({ said }) => Object.keys(said.ar ?? {}).length < 6)
    .map(({ where, key }) => `${where} ${key}`)
  deepEqual(short, [])
})

/** Returns true if the text is more than a name, a sign or placeholders. */
function isTranslatable(text: string): boolean {
  return (
    !sameInOtherLanguages.has(text) &&
    /\p{L}{2,}/u.test(text.replaceAll(/\{\w+\}|https?:\S+|\S+@\S+/g, ''))
  )
}

function placesOf(said: Text): string {
  const text = typeof said === 'object' ? said['other'] : said
  return [...new Set([...(text ?? '').matchAll(/\{\w+\}/g)].map(([place]) => place))]
    .sort()
    .join(' ')
}

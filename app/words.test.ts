import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { everyWord } from '#test/words.ts'
import { faultsOf } from '../tools/texts/faults.ts'
import { readTextFolders } from '../tools/texts/files.ts'

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
  'App',
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
  'Enter',
])

test('ER-12 every language has each text with its arguments and all plural forms', () => {
  deepEqual(readTextFolders('.').flatMap(faultsOf), [])
})

test('ER-12 no text is left in English', () => {
  const untranslated = everyWord().flatMap(({ where, key, said }) => {
    const english = new Set(said.en)
    return locales
      .filter((locale) => locale !== 'en')
      .filter((locale) => said[locale].some((text) => english.has(text) && isTranslatable(text)))
      .map((locale) => `${where} ${key} ${locale}: ${said.en.join(' | ')}`)
  })
  deepEqual(untranslated, [])
})

test('ER-12 Arabic texts are in Arabic script, and Chinese texts in Chinese characters', () => {
  const scripts = { ar: /\p{Script=Arabic}/u, zh: /\p{Script=Han}/u }
  const foreign = everyWord().flatMap(({ where, key, said }) =>
    (['ar', 'zh'] as const)
      .filter((locale) =>
        said[locale].some((text) => isTranslatable(text) && !scripts[locale].test(text)),
      )
      .map((locale) => `${where} ${key} ${locale}: ${said[locale].join(' | ')}`),
  )
  deepEqual(foreign, [])
})

test('English texts have American spelling', () => {
  const british =
    /(?<!\p{L})(\p{L}*(colour|recognis|organis|authoris|customis|behaviour|favour|neighbour|honour)\p{L}*|greys?|cancell(ed|ing)|labell(ed|ing)|licences?|catalogues?|centres?|analys(e|ed|ing))(?!\p{L})/giu
  const faults = everyWord().flatMap(({ where, key, said }) =>
    said.en.flatMap((text) =>
      [...text.matchAll(british)].map(([word]) => `${where} ${key}: ${word}`),
    ),
  )
  deepEqual(faults, [])
})

test('an address in an Arabic text is in an isolate, which keeps the order of its parts', () => {
  const loose = everyWord().flatMap(({ where, key, said }) =>
    said.ar
      .filter((text) => /:\/\//.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')))
      .map((text) => `${where} ${key}: ${text}`),
  )
  deepEqual(loose, [])
})

/** Returns true if the text is more than a name, a sign or placeholders. */
function isTranslatable(text: string): boolean {
  return (
    !sameInOtherLanguages.has(text) &&
    /\p{L}{2,}/u.test(text.replaceAll(/\{\w+\}|https?:\S+|\S+@\S+/g, ''))
  )
}

import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, numberFormat, type Locale } from '#contract/locale.ts'
import { formatText } from '#contract/text.ts'
import { parseText } from '#contract/texts.ts'
import { everyWord } from '#test/words.ts'
import { readTextFolders } from '../tools/texts/files.ts'
import { messages as networkMessages } from '../features/company/networks/texts/messages.ts'
import { mailMessages as lockoutMails } from '../features/account/sign-in/texts/messages.ts'
import { auditSentenceMessages } from '../web/parts/texts/messages.ts'

const words = everyWord()
const folders = readTextFolders('.')

/** Returns the places of texts of a language that match. */
function placesOf(locale: Locale, pattern: RegExp): string[] {
  return words
    .filter(({ said }) => said[locale].some((text) => pattern.test(text)))
    .map(({ where, key }) => `${where} ${key}`)
}

test('3T5 the minutes of a lockout have the forms of the language', () => {
  const arabic = auditSentenceMessages.ar.account_locked({ target: 'ليلى', minutes: 10 })
  match(arabic, /10 دقائق/)
  match(auditSentenceMessages.en.address_blocked({ ip: '192.0.2.1', minutes: 1 }), /1 minute$/)
  match(lockoutMails.ar.effect({ minutes: 10 }), /10 دقائق/)
})

/** Prepositions that would stand twice before a time that has one. */
const prepositions: Record<Locale, RegExp> = {
  en: /\b(on|at|until|by|from) \{(time|states)\}/,
  ar: /(^| )(في|حتى|منذ|بتاريخ) \{(time|states)\}/,
  fr: /(\ble|\bdu|jusqu’au|avant le) \{(time|states)\}/,
  es: /(\bel|\bdel|\bal|a las) \{(time|states)\}/,
  zh: /在于 \{(time|states)\}/,
}

test('3T6 3T7 3T16 a text whose time has a preposition adds none', () => {
  const faults = folders.flatMap(({ name, notes, languages }) =>
    Object.entries(notes).flatMap(([group, keys]) =>
      Object.entries(keys).flatMap(([key, note]) => {
        const time = typeof note === 'string' ? '' : (note.values?.['time'] ?? '')
        return locales
          .filter(() => /with its preposition/.test(time))
          .filter((locale) => prepositions[locale].test(languages[locale][group]?.[key] ?? ''))
          .map((locale) => `${name}/${locale}.json ${group} ${key}`)
      }),
    ),
  )
  deepEqual(faults, [])
  deepEqual(placesOf('fr', /jusqu’au \{time\}/), [])
})

test('3T8 3T9 3T11 an Arabic text has one word for an admin, a super admin and an access', () => {
  deepEqual(placesOf('ar', /مشرف|مسؤول أعلى|وصولات/), [])
})

test('3T10 the effect of networks is on one platform or more', () => {
  const effects = locales.map((locale) =>
    networkMessages[locale].ownEffect({ address: '192.0.2.1' }),
  )
  doesNotMatch(effects.join(' '), /at least one|au moins une|al menos una|على الأقل|至少一个/)
})

test('3T12 a number in a text has the separators of its language', () => {
  const faults = words.flatMap(({ where, key, said }) =>
    locales.flatMap((locale) =>
      said[locale]
        .filter((text) => !text.includes('+'))
        .flatMap((text) => text.match(/(?<![\d.])\d{1,3}(?:[., \u202f]000)+(?![\d./])/g) ?? [])
        .filter((number) => number !== written(number, locale))
        .map((number) => `${where} ${key} ${locale}: ${number}`),
    ),
  )
  deepEqual(faults, [])
})

/** Formats a number as in texts; Spanish texts separate thousands from 10,000 on. */
function written(number: string, locale: Locale): string {
  return numberFormat(locale).format(Number(number.replaceAll(/\D/g, '')))
}

test('3T15 a French text puts no name after a word that would be elided', () => {
  // `time` and `shown` begin with a digit.
  const elided = /(?<![\p{L}’])(de|que) \{(?!time|shown)\w+\}/u
  const faults = folders.flatMap(({ name, languages }) =>
    Object.entries(languages.fr).flatMap(([group, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => elided.test(text))
        .map(([key]) => `${name} ${group} ${key}`),
    ),
  )
  deepEqual(faults, [])
})

test('3T20 the checked and exported texts include those of contract/', () => {
  ok(words.some(({ where, key }) => where === 'contract/texts mailFrameMessages' && key === 'why'))
})

test('3T25 no text is a fragment that a separator joins', () => {
  for (const locale of locales) deepEqual(placesOf(locale, /^[·,;]|[·]$/), [])
})

test('3T26 an Arabic form for zero says that there is nothing, without a digit', () => {
  const faults = folders.flatMap(({ name, languages }) =>
    Object.entries(languages.ar).flatMap(([group, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => /zero \{[^{}]*[\d#]/.test(text))
        .map(([key]) => `${name} ${group} ${key}`),
    ),
  )
  deepEqual(faults, [])
})

test('3T27 a million takes the form for other numbers in French and Spanish', () => {
  const expected = { fr: '1\u202f000\u202f000 y', es: '1.000.000 y' }
  for (const locale of ['fr', 'es'] as const) {
    const text = parseText('{count, plural, one {# x} other {# y}}', locale)
    equal(formatText(text, { count: 1_000_000 }, locale), expected[locale])
  }
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, type Locale } from '../contract/locale.ts'
import { withLabels, type Groups, type LanguageFiles } from '../contract/texts.ts'
import { parseGlossary } from './texts/glossary.ts'
import { faultsOfWording } from './texts/wording.ts'

const glossary = parseGlossary(`# Glossary

## Terms

| English | العربية | Français | Español | 中文 |
|---|---|---|---|---|
| user | مستخدم | utilisateur | usuario | 用户 |
| user ID | معرّف | identifiant | ID | 用户 ID |
| compan(y) | شرك(ة) | entreprise | empresa | 公司 |

## Not used

| language | not used | in its place | except in |
|---|---|---|---|
| es | soporte | equipo de soporte | equipo de soporte |
| ar | مشرف | مسؤول | |
| en | refus(e), sign in | decline | |

## Exceptions

| English | reason |
|---|---|
| Active | agrees with its word |
| Gone | was here before |

## Quotations

| quotation | reason |
|---|---|
| Lisbon office | example |
`)

type Texts = Record<string, Partial<Record<Locale, string>>>

const stopReference = '{@web/ui/messages.stop}'

/** Returns the faults of a folder. A text that a language lacks is a sign. */
function check(texts: Texts): string[] {
  const groups = locales.map((locale): [Locale, Groups] => {
    const inLanguage = Object.entries(texts).map(([key, each]) => [key, each[locale] ?? '?'])
    return [locale, { messages: Object.fromEntries(inLanguage) }]
  })
  const written = Object.fromEntries(groups) as LanguageFiles
  const shown = groups.map(([locale, { messages = {} }]) => [
    locale,
    { messages: withLabels(messages, () => written[locale]) },
  ])
  const languages = Object.fromEntries(shown) as LanguageFiles
  return faultsOfWording([{ name: 'web/ui/texts', written, languages, notes: {} }], glossary)
    .filter(({ kind }) => kind !== 'exceptions')
    .map(({ kind, text }) => `${kind}: ${text}`)
}

test('SC-16 an exception without its text is reported', () => {
  const languages = Object.fromEntries(locales.map((each) => [each, {}])) as LanguageFiles
  const folder = { name: 'web/ui/texts', written: languages, languages, notes: {} }
  deepEqual(
    faultsOfWording([folder], glossary).map(({ text }) => text),
    ['no text is “Active”', 'no text is “Gone”'],
  )
})

const user = { en: 'Users', ar: 'المستخدمون', fr: 'Utilisateurs', es: 'Usuarios', zh: '用户' }

test('SC-16 a text without the term of its English text is reported, with short endings and Arabic prefixes', () => {
  deepEqual(check({ user }), [])
  deepEqual(
    check({
      user: { ...user, ar: 'للمستخدمين', en: '{count, plural, one {# user} other {# users}}' },
    }),
    [],
  )
  deepEqual(check({ user: { ...user, fr: 'Personnes' } }), [
    'terms: web/ui/texts/fr.json messages user: no term for “user” in “Personnes”',
  ])
})

test('SC-16 the longest of overlapping terms is compared', () => {
  const id = { en: 'User ID', ar: 'المعرّف', fr: 'Identifiant', es: 'ID', zh: '用户 ID' }
  deepEqual(check({ id }), [])
})

test('SC-16 an ending in parentheses matches any', () => {
  const all = { en: 'Companies', ar: 'الشركات', fr: 'Entreprises', es: 'Empresas', zh: '公司' }
  deepEqual(check({ all }), [])
})

test('SC-16 a refused word is reported as a whole word, outside of the phrases that may contain it', () => {
  const text = { en: 'Refused to sign in', es: 'Escriba al equipo de soporte', ar: 'والمشرف' }
  deepEqual(check({ text }), [
    'refused words: web/ui/texts/ar.json messages text: “مشرف”, write مسؤول',
    'refused words: web/ui/texts/en.json messages text: “refus(e)”, write decline',
    'refused words: web/ui/texts/en.json messages text: “sign in”, write decline',
  ])
  equal(check({ text: { es: 'El soporte y el equipo de soporte; soportes' } }).length, 1)
})

test('SC-16 identical English texts with two translations are reported, except those of the glossary', () => {
  const one = { ar: 'أ', fr: 'Un', es: 'Uno', zh: '一' }
  const two = { ...one, fr: 'Deux' }
  deepEqual(check({ one: { ...one, en: 'Active' }, two: { ...two, en: 'Active' } }), [])
  deepEqual(check({ one: { ...one, en: 'One' }, two: { ...two, en: 'One' } }), [
    'two translations: “One” is “Un” in web/ui/texts/fr.json messages one, “Deux” in web/ui/texts/fr.json messages two',
  ])
})

test('3K4: 3T2 3T3 3T4 SC-16 a quoted label must be a reference, and an English quotation must be a label or excused', () => {
  const stop = { en: 'Stop?', ar: 'إيقاف', fr: 'Arrêter', es: 'Parar', zh: '停止' }
  const reference = `“${stopReference}”`
  deepEqual(check({ stop, hint: { en: `Press ${reference}`, fr: `Choisir ${reference}` } }), [])
  const quoting = { en: '“stop”, “Lisbon office”, “Go”, “{name}”', fr: '« Arrêter »', zh: '“开始”' }
  deepEqual(check({ stop, quoting }), [
    'quotations: web/ui/texts/en.json messages quoting: “stop”, write {@web/ui/messages.stop}',
    'quotations: web/ui/texts/en.json messages quoting: “Go”, no text of the portal',
    'quotations: web/ui/texts/fr.json messages quoting: “Arrêter”, write {@web/ui/messages.stop}',
  ])
})

import { locales, type Locale } from '../../contract/locale.ts'
import { parseText } from '../../contract/texts.ts'
import { formsOf } from './arguments.ts'
import { comparable, contains, termsIn, type Glossary } from './glossary.ts'
import { isLabel, referenceTo, textsOf, type TextId } from './labels.ts'
import type { TextFolder } from './files.ts'

/** A text that breaks a rule of the glossary. */
export type WordingFault = { kind: string; locale: Locale; text: string }

/** A text in one language, as users read it: each form, with arguments in braces. */
type Reading = TextId & { locale: Locale; where: string; forms: string[]; compared: string }

/** Returns the faults of all texts by the rules of docs/glossary.md. */
export function faultsOfWording(
  folders: readonly TextFolder[],
  glossary: Glossary,
): WordingFault[] {
  const all = textsOf(folders).map(readingsOf)
  // Because search words of the palette, which a bar separates, contain synonyms.
  const texts = all.filter((each) => !englishOf(each).includes('|'))
  return [
    ...unknownExceptions(texts, glossary),
    ...texts.flatMap((readings) => refusedWords(readings, glossary)),
    ...texts.flatMap((readings) => otherTerms(readings, glossary)),
    ...twoTranslations(texts, glossary),
    ...quotedTexts(texts, glossary),
  ]
}

type Readings = Readonly<Record<Locale, Reading>>

function readingsOf(text: TextId): Readings {
  const { folder, group, key } = text
  const readings = locales.map((locale) => {
    const shown = folder.languages[locale][group]?.[key] ?? ''
    // Because most texts have no argument, and parsing all of them takes a second.
    const forms = shown.includes('{') ? formsOf(parseText(shown, locale)) : [shown]
    const where = `${folder.name}/${locale}.json ${group} ${key}`
    return [locale, { ...text, locale, where, forms, compared: comparable(forms.join(' | ')) }]
  })
  return Object.fromEntries(readings) as Readings
}

function refusedWords(readings: Readings, { refused }: Glossary): WordingFault[] {
  return refused
    .filter((each) => contains(readings[each.locale].compared, each))
    .map(({ locale, word, instead }) => {
      const text = `${readings[locale].where}: “${word}”, write ${instead}`
      return { kind: 'refused words', locale, text }
    })
}

function otherTerms(readings: Readings, { names, exceptions }: Glossary): WordingFault[] {
  if (exceptions.has(englishOf(readings))) return []
  return [...termsIn(readings.en.compared, names)].flatMap((term) =>
    locales.flatMap((locale) => {
      const { compared, where, forms } = readings[locale]
      const text = `${where}: no term for “${term.name}” in “${forms.at(-1)}”`
      return term[locale].some((name) => contains(compared, name))
        ? []
        : [{ kind: 'terms', locale, text }]
    }),
  )
}

function twoTranslations(texts: readonly Readings[], { exceptions }: Glossary): WordingFault[] {
  const alike = Map.groupBy(texts, englishOf)
  return [...alike].flatMap(([english, readings]) =>
    exceptions.has(english)
      ? []
      : locales.flatMap((locale) => differing(english, readings, locale)),
  )
}

function differing(english: string, readings: readonly Readings[], locale: Locale): WordingFault[] {
  const translations = Map.groupBy(readings, (each) => each[locale].forms.join(' | '))
  if (translations.size === 1) return []
  const list = [...translations].map(
    ([translation, [first]]) => `“${translation}” in ${first?.[locale].where}`,
  )
  return [{ kind: 'two translations', locale, text: `“${english}” is ${list.join(', ')}` }]
}

function unknownExceptions(texts: readonly Readings[], { exceptions }: Glossary): WordingFault[] {
  const known = new Set(texts.map(englishOf))
  return [...exceptions]
    .filter((english) => !known.has(english))
    .map((english) => ({ kind: 'exceptions', locale: 'en', text: `no text is “${english}”` }))
}

function englishOf({ en: { folder, group, key } }: Readings): string {
  return folder.languages.en[group]?.[key] ?? ''
}

const quotation = /“([^“”]+)”|«([^«»]+)»/g

/** Returns quotations of labels that are not references, and English ones that no text of the portal has. */
function quotedTexts(texts: readonly Readings[], { quotations }: Glossary): WordingFault[] {
  return locales.flatMap((locale) => {
    const labels = Map.groupBy(
      texts.map((each) => each[locale]).filter(({ forms: [text = ''] }) => isLabel(text)),
      ({ forms: [text = ''] }) => bare(text),
    )
    return texts.flatMap(({ [locale]: { folder, group, key, where } }) => {
      const written = folder.written[locale][group]?.[key] ?? ''
      return [...written.matchAll(quotation)].flatMap(([, inEnglish, inGuillemets]) => {
        const quoted = (inEnglish ?? inGuillemets ?? '').trim()
        if (quoted.includes('{') || quotations.has(quoted)) return []
        const same = labels.get(bare(quoted))?.map(referenceTo)
        if (same === undefined && locale !== 'en') return []
        const hint = same ? `write ${same.slice(0, 3).join(' or ')}` : 'no text of the portal'
        return [{ kind: 'quotations', locale, text: `${where}: “${quoted}”, ${hint}` }]
      })
    })
  })
}

/** Returns a label without capitals and punctuation. */
function bare(label: string): string {
  return comparable(label).trim()
}

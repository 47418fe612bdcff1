import fs from 'node:fs'
import path from 'node:path'
import { localeNames, locales, type Locale } from '../../contract/locale.ts'
import { quote, read, formatEntry, type Entry, type Fault } from './po.ts'
import {
  isLiteral,
  wordsBelow,
  writeChanges,
  type Change,
  type Text,
  type Word,
} from './sources.ts'

type Other = Exclude<Locale, 'en'>

/** The forms of a counted text in the order of gettext, and the rule that selects one. */
const plurals: Record<Other, { forms: readonly string[]; rule: string }> = {
  ar: {
    forms: ['zero', 'one', 'two', 'few', 'many', 'other'],
    rule: 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
  },
  fr: { forms: ['one', 'other'], rule: 'n > 1' },
  es: { forms: ['one', 'other'], rule: 'n != 1' },
  zh: { forms: ['other'], rule: '0' },
}
const others = locales.filter((locale) => locale !== 'en')

/** Writes a file for each language except English; returns the file names. */
export function exportWords(root: string, folder: string): string[] {
  const words = wordsBelow(root)
  fs.mkdirSync(folder, { recursive: true })
  return others.map((locale) => {
    const name = path.join(folder, `${locale}.po`)
    const entries = words.map((word) => formatEntry(entryOf(word, locale), commentsOn(word)))
    fs.writeFileSync(name, [headOf(locale), ...entries].join('\n\n') + '\n')
    return name
  })
}

function headOf(locale: Other): string {
  const { forms, rule } = plurals[locale]
  const lines = [
    `Language: ${locale}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    `Plural-Forms: nplurals=${forms.length}; plural=(${rule});`,
  ]
  const texts = lines.map((line) => quote(`${line}\n`))
  return [
    `# The words of the portal in ${localeNames[locale]}`,
    'msgid ""',
    'msgstr ""',
    ...texts,
  ].join('\n')
}

function entryOf({ context, texts }: Word, locale: Other): Omit<Entry, 'line'> {
  const [english, own] = [texts.en, texts[locale]]
  const translations = textsOf(own, locale)
  if (isLiteral(english)) return { context, english: english.text, translations }
  const [one, other] = [english['one']?.text ?? '', english['other']?.text ?? '']
  return { context, english: one, plural: other, translations }
}

function textsOf(text: Text, locale: Other): string[] {
  if (isLiteral(text)) return [text.text]
  return plurals[locale].forms.map((form) => text[form]?.text ?? '')
}

function commentsOn({ file, line, texts: { en } }: Word) {
  const places = placesOf(isLiteral(en) ? en.text : (en['other']?.text ?? ''))
  const note = places === '' ? undefined : `Filled in by the portal: ${places}`
  return { note, place: `${file}:${line}` }
}

export type Imported = { changed: string[]; count: number } | { faults: string[] }

/** Imports the translators' files; changes all texts or none. */
export function importWords(root: string, folder: string): Imported {
  const files = fs.existsSync(folder) ? fs.globSync('*.po', { cwd: folder }).toSorted() : []
  if (files.length === 0) return { faults: [`${folder} contains no file such as ar.po`] }
  const words = new Map(wordsBelow(root).map((word) => [word.context, word]))
  const changes: Change[] = []
  const faults = files.flatMap((name) => {
    const locale = path.basename(name, '.po')
    if (!isOther(locale)) return [`${name}: ${locale} is not a language of the portal`]
    const text = fs.readFileSync(path.join(folder, name), 'utf8')
    return faultsOf(text, { locale, words, changes }).map(
      ({ line, message }) => `${name}:${line} ${message}`,
    )
  })
  if (faults.length > 0) return { faults }
  return { changed: writeChanges(root, changes), count: changes.length }
}

function isOther(locale: string): locale is Other {
  return others.includes(locale as Other)
}

type Taken = { locale: Other; words: ReadonlyMap<string, Word>; changes: Change[] }

function faultsOf(text: string, { locale, words, changes }: Taken): Fault[] {
  const { entries, faults } = read(text)
  const seen = new Set<string>()
  for (const entry of entries) {
    const word = words.get(entry.context)
    const message = seen.has(entry.context) ? 'is listed twice' : faultOf(entry, word, locale)
    seen.add(entry.context)
    if (message !== undefined)
      faults.push({ line: entry.line, message: `${entry.context}: ${message}` })
    else if (word) changes.push(...changesOf(entry, word, locale))
  }
  const end = text.trimEnd().split('\n').length
  const missing = [...words.keys()].filter((context) => !seen.has(context))
  return [...faults, ...missing.map((context) => ({ line: end, message: `${context} is missing` }))]
}

function faultOf(entry: Entry, word: Word | undefined, locale: Other): string | undefined {
  if (!word) return 'the portal has no such text'
  const own = entryOf(word, locale)
  if (entry.english !== own.english || entry.plural !== own.plural)
    return 'the English text has changed: export again'
  if (entry.translations.length !== own.translations.length)
    return `has ${entry.translations.length} forms where ${locale} needs ${own.translations.length}`
  if (entry.translations.some((text) => text.trim() === '')) return 'is not translated'
  const wanted = placesOf(entry.plural ?? entry.english)
  const actual = placesOf(entry.translations.at(-1) ?? '')
  if (actual !== wanted)
    return `must have the placeholders ${wanted || '(none)'}, but has ${actual || '(none)'}`
  return undefined
}

function changesOf({ translations }: Entry, { file, texts }: Word, locale: Other): Change[] {
  const own = texts[locale]
  const literals = isLiteral(own) ? [own] : plurals[locale].forms.map((form) => own[form])
  return literals.flatMap((literal, index) => {
    const text = translations[index]
    return literal && text !== undefined && text !== literal.text ? [{ file, literal, text }] : []
  })
}

function placesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ')
}

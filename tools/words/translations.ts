import fs from 'node:fs'
import path from 'node:path'
import { localeNames, locales, type Locale } from '../../contract/locale.ts'
import { quoted, read, written, type Entry, type Fault } from './po.ts'
import {
  isLiteral,
  wordsBelow,
  writeChanges,
  type Change,
  type Text,
  type Word,
} from './sources.ts'

type Other = Exclude<Locale, 'en'>

/** The forms of a counted word in the order of gettext, and the rule that chooses among them. */
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

/** Writes one file for each language but English; their names. */
export function exportWords(root: string, folder: string): string[] {
  const words = wordsBelow(root)
  fs.mkdirSync(folder, { recursive: true })
  return others.map((locale) => {
    const name = path.join(folder, `${locale}.po`)
    const entries = words.map((word) => written(entryOf(word, locale), commentsOn(word)))
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
  const texts = lines.map((line) => quoted(`${line}\n`))
  return [
    `# The words of the portal in ${localeNames[locale]}`,
    'msgid ""',
    'msgstr ""',
    ...texts,
  ].join('\n')
}

function entryOf({ context, said }: Word, locale: Other): Omit<Entry, 'line'> {
  const [english, own] = [said.en, said[locale]]
  if (isLiteral(english)) return { context, english: english.text, said: textsOf(own, locale) }
  const [one, other] = [english['one']?.text ?? '', english['other']?.text ?? '']
  return { context, english: one, plural: other, said: textsOf(own, locale) }
}

function textsOf(said: Text, locale: Other): string[] {
  if (isLiteral(said)) return [said.text]
  return plurals[locale].forms.map((form) => said[form]?.text ?? '')
}

function commentsOn({ file, line, said }: Word) {
  const places = placesOf(isLiteral(said.en) ? said.en.text : (said.en['other']?.text ?? ''))
  const note = places === '' ? undefined : `Filled in by the portal: ${places}`
  return { note, place: `${file}:${line}` }
}

export type Imported = { changed: string[]; count: number } | { faults: string[] }

/** Takes the translators' files over, all of them or none. */
export function importWords(root: string, folder: string): Imported {
  const found = fs.existsSync(folder) ? fs.globSync('*.po', { cwd: folder }).toSorted() : []
  if (found.length === 0) return { faults: [`${folder} holds no file such as ar.po`] }
  const words = new Map(wordsBelow(root).map((word) => [word.context, word]))
  const changes: Change[] = []
  const faults = found.flatMap((name) => {
    const locale = path.basename(name, '.po')
    if (!isOther(locale)) return [`${name}: the portal does not speak ${locale}`]
    const text = fs.readFileSync(path.join(folder, name), 'utf8')
    return faultsOf(text, { locale, words, changes }).map(
      ({ line, said }) => `${name}:${line} ${said}`,
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
    const said = seen.has(entry.context) ? 'stands there twice' : faultOf(entry, word, locale)
    seen.add(entry.context)
    if (said !== undefined) faults.push({ line: entry.line, said: `${entry.context}: ${said}` })
    else if (word) changes.push(...changesOf(entry, word, locale))
  }
  const end = text.trimEnd().split('\n').length
  const missing = [...words.keys()].filter((context) => !seen.has(context))
  return [...faults, ...missing.map((context) => ({ line: end, said: `${context} is missing` }))]
}

function faultOf(entry: Entry, word: Word | undefined, locale: Other): string | undefined {
  if (!word) return 'the portal has no such word'
  const own = entryOf(word, locale)
  if (entry.english !== own.english || entry.plural !== own.plural)
    return 'the English text is another one by now: export again'
  if (entry.said.length !== own.said.length)
    return `has ${entry.said.length} forms where ${locale} needs ${own.said.length}`
  if (entry.said.some((text) => text.trim() === '')) return 'is not translated'
  const wanted = placesOf(entry.plural ?? entry.english)
  const given = placesOf(entry.said.at(-1) ?? '')
  if (given !== wanted)
    return `must fill in ${wanted || 'nothing'}, but fills in ${given || 'nothing'}`
  return undefined
}

function changesOf({ said }: Entry, { file, said: present }: Word, locale: Other): Change[] {
  const own = present[locale]
  const literals = isLiteral(own) ? [own] : plurals[locale].forms.map((form) => own[form])
  return literals.flatMap((literal, index) => {
    const text = said[index]
    return literal && text !== undefined && text !== literal.text ? [{ file, literal, text }] : []
  })
}

function placesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ')
}

import { isLocale, locales, type Locale } from '../../contract/locale.ts'

/** A name in a cell. */
type Name = {
  pattern: RegExp
  /** Longest word that every match contains: looking for it first is ten times faster. */
  literal: string
}
/** A thing with its names: a text whose English has one of them must have one in each other language. */
export type Term = Readonly<Record<Locale, readonly Name[]>> & { name: string }
type RefusedWord = Name & { locale: Locale; word: string; instead: string }

/** docs/glossary.md as rules for texts. */
export type Glossary = {
  /** English names of terms, the longest first. */
  names: readonly (Name & { term: Term })[]
  refused: readonly RefusedWord[]
  /** English texts that neither need the terms nor have one translation only. */
  exceptions: ReadonlySet<string>
  /** Quotations that are not labels of the portal. */
  quotations: ReadonlySet<string>
}

/** Returns the terms in an English text. Of names that overlap, such as *user* and *user ID*, the longest is taken. */
export function termsIn(english: string, names: Glossary['names']): Set<Term> {
  const terms = new Set<Term>()
  let rest = english
  for (const { term, pattern, literal } of names) {
    const others = rest.includes(literal) ? rest.replaceAll(pattern, ' … ') : rest
    if (others !== rest) terms.add(term)
    rest = others
  }
  return terms
}

/** Returns true if the text has the name outside of the phrases that may contain it. */
export function contains(text: string, { pattern, literal }: Name): boolean {
  return (
    text.includes(literal) &&
    text.matchAll(pattern).some(({ groups }) => groups?.['name'] !== undefined)
  )
}

/** Reads the tables of docs/glossary.md by their headings. */
export function parseGlossary(document: string): Glossary {
  const terms = rowsOf(document, 'Terms').map(termOf)
  const names = terms.flatMap((term) => term.en.map((name) => ({ ...name, term })))
  return {
    names: names.toSorted((one, other) => other.pattern.source.length - one.pattern.source.length),
    refused: rowsOf(document, 'Not used').flatMap(refusedWordsOf),
    exceptions: new Set(rowsOf(document, 'Exceptions').map(([text = '']) => text)),
    quotations: new Set(rowsOf(document, 'Quotations').map(([text = '']) => text)),
  }
}

/** The columns are in the order of `locales`. */
function termOf(cells: readonly string[]): Term {
  const names = locales.map((locale, at) => [
    locale,
    namesIn(cells[at]).map((name) => nameOf(name, locale, shortEnding)),
  ])
  return { ...(Object.fromEntries(names) as Record<Locale, Name[]>), name: cells[0] ?? '' }
}

function refusedWordsOf([locale, words, instead = '', phrases]: readonly string[]): RefusedWord[] {
  if (!isLocale(locale)) throw new Error(`docs/glossary.md, Not used: ${locale} is no language`)
  return namesIn(words).map((word) => ({
    ...nameOf(word, locale, noEnding, namesIn(phrases)),
    locale,
    word,
    instead,
  }))
}

/**
 * Returns a text as patterns compare it: lower-case words between single spaces, without Arabic vowels, with plain
 * hyphens and empty braces for arguments.
 */
export function comparable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replaceAll(/[\u2066-\u2069\u0640\u064B-\u0652]/g, '')
    .replaceAll('ة', 'ت')
    .replaceAll('\u2011', '-')
    .replaceAll(/[^\p{L}\p{N}{}-]+/gu, ' ')
  return ` ${plain.trim().toLowerCase()} `
}

/** Endings of a word without parentheses: a term has short ones, a refused word has none. */
const shortEnding = '[^ ]{0,3}'
const noEnding = ''

/** Arabic prefixes: one of و ف, one of ب ك ل, and the article. */
const arabicPrefix = '[وف]?[بكل]?(?:ال|ل)?'

function nameOf(
  name: string,
  locale: Locale,
  ending: string,
  phrases: readonly string[] = [],
): Name {
  // Because a phrase that matches first leaves nothing for the name in it.
  const sources = phrases.map((phrase) => sourceOf(phrase, locale, ending))
  const source = [...sources, `(?<name>${sourceOf(name, locale, ending)})`].join('|')
  const [literal = ''] = stemsOf(name, locale).toSorted((one, other) => other.length - one.length)
  return { pattern: new RegExp(source, 'g'), literal }
}

function sourceOf(name: string, locale: Locale, ending: string): string {
  const stems = stemsOf(name, locale).map((stem) => RegExp.escape(stem))
  if (locale === 'zh') return stems.join('')
  const endings = wordsOf(name).map((word) => (word.includes('(') ? '[^ ]*' : ending))
  const words = stems.map((stem, at) => (locale === 'ar' ? arabicPrefix : '') + stem + endings[at])
  return `(?<= )${words.join(' ')}(?= )`
}

/** Returns the words of a name without their endings and articles. Chinese does not separate words. */
function stemsOf(name: string, locale: Locale): string[] {
  if (locale === 'zh') return [comparable(name).trim()]
  const stems = wordsOf(name).map((word) => comparable(word.split('(', 1)[0] ?? '').trim())
  return locale === 'ar' ? stems.map((stem) => stem.replace(/^ال/, '')) : stems
}

function wordsOf(name: string): string[] {
  return name.split(/[ ’]/)
}

function namesIn(cell = ''): string[] {
  return cell.split(/[,،，;；]/).flatMap((name) => name.trim() || [])
}

/** Returns the cells of the rows of the first table below a heading. */
function rowsOf(document: string, heading: string): string[][] {
  const [, section] = document.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`docs/glossary.md has no heading ${heading}`)
  const lines = section.split('\n## ', 1)[0]?.match(/^\|.*\|$/gm) ?? []
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

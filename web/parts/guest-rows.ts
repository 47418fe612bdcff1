import { parse } from 'csv-parse/browser/esm/sync'
import { foldText } from '#contract/fold-text.ts'
import { localeNames, locales, wantedLocale, type Locale } from '#contract/locale.ts'
import { splitName } from './split-name.ts'

export type PastedRow = {
  email: string
  firstname: string
  lastname: string
  /** Empty if the row names no supported language. */
  language: Locale | ''
  /** Text of the language cell if it names no supported language; otherwise empty. */
  unknownLanguage: string
}

type Field = Exclude<keyof PastedRow, 'unknownLanguage'> | 'name'
type Columns = Partial<Record<Field, number>>
export type PastedField = Field

export type PastedTable = {
  /** Column headings from the first line; empty if it has none. */
  headings: readonly string[]
  /** Field of each column; empty for a column that is ignored. */
  fields: readonly (Field | '')[]
  /** The cells of each row. */
  lines: readonly (readonly string[])[]
}

/** Column names that spreadsheets use in the five languages, separated by commas. */
const headings: Readonly<Record<Field, string>> = {
  email:
    'email,e-mail,mail,email address,e-mail address,adresse,adresse e-mail,adresse email,courriel,correo,correo electrónico,dirección de correo,البريد,البريد الإلكتروني,邮箱,邮箱地址,电子邮箱,电子邮件',
  firstname: 'first name,firstname,first,given name,forename,prénom,nombre,الاسم الأول,名,名字',
  lastname:
    'last name,lastname,last,surname,family name,nom,nom de famille,apellido,apellidos,اسم العائلة,اللقب,姓,姓氏',
  name: 'name,full name,nom complet,nombre completo,nombre y apellidos,الاسم,الاسم الكامل,姓名',
  language:
    'language,lang,locale,email language,langue,langue de l’e-mail,idioma,idioma del correo,اللغة,لغة الرسالة,语言,邮件语言',
}
const fieldOfHeading = new Map(
  Object.entries(headings).flatMap(([field, names]) =>
    names.split(',').map((name): [string, Field] => [normalize(name), field as Field]),
  ),
)
const languageOfName = new Map(
  locales.flatMap((locale): [string, Locale][] => [
    [normalize(localeNames[locale]), locale],
    ...['en', locale].map((tag): [string, Locale] => {
      const names = new Intl.DisplayNames(tag, { type: 'language' })
      return [normalize(names.of(locale) ?? locale), locale]
    }),
  ]),
)

/** Reads a spreadsheet, a CSV file or a list of addresses. Returns one row for each address or line. */
export function readPasted(text: string): PastedRow[] {
  return rowsOf(readTable(text))
}

/** Reads a table. The first line names the columns if it is a heading line; otherwise they are guessed. */
export function readTable(text: string): PastedTable {
  const all = linesOf(text).flatMap(splitAddresses)
  const [first = [], ...others] = all
  const namedColumns = columnsOf(first, others)
  const lines = namedColumns ? others : all
  const columns = namedColumns ?? guessColumns(lines)
  const fieldOf = new Map(
    Object.entries(columns).map(([field, index]): [number, Field] => [index, field as Field]),
  )
  const fields = Array.from({ length: widthOf(all) }, (_, index) => fieldOf.get(index) ?? '')
  return { headings: namedColumns ? first : [], fields, lines }
}

export function rowsOf({ fields, lines }: PastedTable): PastedRow[] {
  const columns: Columns = {}
  for (const [index, field] of fields.entries()) if (field !== '') columns[field] ??= index
  return lines.map((cells) => rowOf(cells, columns))
}

function widthOf(lines: readonly (readonly string[])[]): number {
  return Math.max(0, ...lines.map((cells) => cells.length))
}

/** Splits pasted text into lines of cells. */
export function linesOf(pasted: string): string[][] {
  const text = pasted.replaceAll(/\r\n?/g, '\n')
  const options = {
    delimiter: delimiterOf(text),
    bom: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }
  try {
    return parse(text, options)
  } catch {
    // An unclosed quote is an ordinary character of its cell.
    return parse(text, { ...options, quote: false })
  }
}

/**
 * Returns a tab if the first line contains one, a semicolon if it follows an address in angle brackets, as in a copy
 * from Outlook, otherwise the more frequent of semicolon and comma. Ignores quoted text.
 */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/\r?\n/, 1)
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string) => bare.split(sign).length
  if (bare.includes('\t')) return '\t'
  if (/>\s*;/.test(bare)) return ';'
  return countOf(';') > countOf(',') ? ';' : ','
}

/** Splits a line of several addresses, as mail programs copy them, into one line for each address. */
function splitAddresses(cells: string[]): string[][] {
  const addresses = cells.filter((cell) => cell.includes('@'))
  return addresses.length > 1 && addresses.length === cells.filter(Boolean).length
    ? addresses.map((cell) => [cell])
    : [cells]
}

/**
 * Returns the columns that the first line names, or undefined if it is not a heading line. A heading line contains no
 * address, and either contains a known heading or has several cells and is the only line without an address. Under
 * unknown headings, only the email column is guessed.
 */
function columnsOf(
  cells: readonly string[],
  others: readonly (readonly string[])[],
): Columns | undefined {
  if (hasAddress(cells)) return undefined
  const fields = cells.map((cell) => fieldOfHeading.get(normalize(cell)))
  const isKnown = fields.some((field) => field !== undefined)
  const isOnlyWithoutAddress = cells.length > 1 && others.length > 0 && others.every(hasAddress)
  if (!isKnown && !isOnlyWithoutAddress) return undefined
  const columns: Columns = {}
  for (const [index, field] of fields.entries()) {
    if (field !== undefined) columns[field] ??= index
  }
  const { email } = guessColumns(others)
  const isTaken = Object.values(columns).includes(email ?? -1)
  return columns.email === undefined && email !== undefined && !isTaken
    ? { ...columns, email }
    : columns
}

const hasAddress = (line: readonly string[]) => line.some((cell) => cell.includes('@'))

/**
 * Guesses the columns of a table without headings. The email column has the most addresses, the language column has the
 * most languages, and the first other columns contain the names.
 */
function guessColumns(lines: readonly (readonly string[])[]): Columns {
  const indexes = Array.from({ length: widthOf(lines) }, (_, index) => index)
  const countMatches = (index: number, matches: (cell: string) => boolean) =>
    lines.filter((cells) => matches(cells[index] ?? '')).length
  const columnWithMost = (matches: (cell: string) => boolean) =>
    indexes
      .toSorted((one, other) => countMatches(other, matches) - countMatches(one, matches))
      .find((index) => countMatches(index, matches) > 0)
  const email = columnWithMost((cell) => cell.includes('@')) ?? 0
  const language = columnWithMost((cell) => languageOf(cell) !== '')
  const [first, second] = indexes.filter((index) => index !== email && index !== language)
  const columns: Columns = { email, ...(language !== undefined && { language }) }
  if (first === undefined) return columns
  return second === undefined
    ? { ...columns, name: first }
    : { ...columns, firstname: first, lastname: second }
}

function rowOf(cells: readonly string[], columns: Columns): PastedRow {
  const cellOf = (field: Field) => cells[columns[field] ?? -1] ?? ''
  const { address, name } = addressOf(cellOf('email'))
  const [firstname, lastname] = splitName(cellOf('name') || name)
  const language = languageOf(cellOf('language'))
  return {
    email: address,
    firstname: cellOf('firstname') || firstname,
    lastname: cellOf('lastname') || lastname,
    language,
    unknownLanguage: language === '' ? cellOf('language').trim() : '',
  }
}

/** Returns the address and the name of a cell. Accepts "Grace Hopper <grace@quay.example>" too. */
function addressOf(cell: string): { address: string; name: string } {
  const [, name = '', address = ''] = /^([^<]*)<([^<>]*)>$/.exec(cell) ?? []
  if (address === '') return { address: cell, name: '' }
  return { address: address.trim(), name: name.replaceAll('"', '').trim() }
}

function languageOf(cell: string): Locale | '' {
  const isTag = /^[a-z]{2}([-_][a-z]+)*$/i.test(cell)
  const byTag = isTag ? wantedLocale(cell.replaceAll('_', '-')) : undefined
  return byTag ?? languageOfName.get(normalize(cell)) ?? ''
}

function normalize(text: string): string {
  return foldText(text)
    .replaceAll(/[\s_’':*]+/g, ' ')
    .trim()
}

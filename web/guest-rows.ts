import { parse } from 'csv-parse/browser/esm/sync'
import { fold } from '#contract/fold.ts'
import { localeNames, locales, wantedLocale, type Locale } from '#contract/locale.ts'

export type PastedRow = {
  email: string
  firstname: string
  lastname: string
  /** Empty where the row names none of ours. */
  language: Locale | ''
}

type Field = keyof PastedRow | 'name'
type Columns = Partial<Record<Field, number>>

/** The names of the columns in spreadsheets of the five languages. */
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
    names.split(',').map((name): [string, Field] => [plain(name), field as Field]),
  ),
)
const languageOfName = new Map(
  locales.flatMap((locale): [string, Locale][] => [
    [plain(localeNames[locale]), locale],
    [plain(new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale), locale],
  ]),
)

/** Rows of a spreadsheet, of a CSV file, or of a list of addresses: one row for each address or line. */
export function readPasted(text: string): PastedRow[] {
  const lines = linesOf(text).flatMap(splitAddresses)
  const [first = []] = lines
  const headed = columnsOf(first)
  const columns = headed ?? guessColumns(lines)
  return lines.slice(headed ? 1 : 0).map((cells) => rowOf(cells, columns))
}

/** The cells of each line. */
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
    // A quote that nothing closes is a character of its cell.
    return parse(text, { ...options, quote: false })
  }
}

/** Of a spreadsheet a tab; else the sign that the first line has most often outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/\r?\n/, 1)
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string) => bare.split(sign).length
  if (bare.includes('\t')) return '\t'
  return countOf(';') > countOf(',') ? ';' : ','
}

/** A line of several addresses, as mail programs copy them, is a line for each. */
function splitAddresses(cells: string[]): string[][] {
  const addresses = cells.filter((cell) => cell.includes('@'))
  return addresses.length > 1 && addresses.length === cells.filter(Boolean).length
    ? addresses.map((cell) => [cell])
    : [cells]
}

/** Undefined where the first line is not that of the headings. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  if (cells.some((cell) => cell.includes('@'))) return undefined
  const named = cells.map((cell) => fieldOfHeading.get(plain(cell)))
  if (!named.some((field) => field !== undefined)) return undefined
  const columns: Columns = {}
  for (const [index, field] of named.entries()) {
    if (field !== undefined) columns[field] ??= index
  }
  return columns
}

/** Without headings: the column with the most addresses, that of languages, and the names in their order. */
function guessColumns(lines: readonly string[][]): Columns {
  const width = Math.max(0, ...lines.map((cells) => cells.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
  const share = (index: number, isOne: (cell: string) => boolean) =>
    lines.filter((cells) => isOne(cells[index] ?? '')).length
  const mostOf = (isOne: (cell: string) => boolean) =>
    indexes
      .toSorted((one, other) => share(other, isOne) - share(one, isOne))
      .find((index) => share(index, isOne) > 0)
  const email = mostOf((cell) => cell.includes('@')) ?? 0
  const language = mostOf((cell) => languageOf(cell) !== '')
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
  return {
    email: address,
    firstname: cellOf('firstname') || firstname,
    lastname: cellOf('lastname') || lastname,
    language: languageOf(cellOf('language')),
  }
}

/** Also of "Grace Hopper <grace@quay.example>". */
function addressOf(cell: string): { address: string; name: string } {
  const [, name = '', address = ''] = /^([^<]*)<([^<>]*)>$/.exec(cell) ?? []
  if (address === '') return { address: cell, name: '' }
  return { address: address.trim(), name: name.replaceAll('"', '').trim() }
}

/** "Hopper, Grace" or "Grace Brewster Hopper"; a name of one word is the first name. */
function splitName(name: string): [firstname: string, lastname: string] {
  const [last = '', first] = name.split(',').map((part) => part.trim())
  if (first) return [first, last]
  const words = name.split(/\s+/).filter(Boolean)
  return words.length < 2 ? [name, ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

function languageOf(cell: string): Locale | '' {
  const isTag = /^[a-z]{2}([-_][a-z]+)*$/i.test(cell)
  const byTag = isTag ? wantedLocale(cell.replaceAll('_', '-')) : undefined
  return byTag ?? languageOfName.get(plain(cell)) ?? ''
}

function plain(text: string): string {
  return fold(text)
    .replaceAll(/[\s_’':*]+/g, ' ')
    .trim()
}

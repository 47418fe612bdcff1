import { directionOf, numberTag, type Locale } from './locale.ts'

export type Value = string | number

/** Values by the names of a text's arguments. */
export type Values = Readonly<Record<string, Value | readonly Value[]>>

/**
 * A parsed text in ICU MessageFormat: a template, or templates and choices in order. A template holds `{name}`,
 * `{name,list}`, `{name,number}`, and `{#}` for the number that chose the form around it.
 */
export type ParsedText = string | readonly (string | Choice)[]
export type Choice = readonly [name: string, kind: 'plural' | 'select', forms: Forms]
type Forms = Readonly<Record<string, ParsedText>>

/** The arguments of a template: name and kind. */
export const templateArgument = /\{(#|\w+)(?:,(\w+))?\}/g

/** A text with arguments. */
export type TextWith<Arguments> = (values: Arguments) => string

/** The parsed texts of one language by their keys. */
export type ParsedTexts = Readonly<Record<string, ParsedText>>

/** Makes a function of each text that has arguments; the others stay strings. */
export function bindTexts(texts: ParsedTexts, locale: Locale): Readonly<Record<string, unknown>> {
  const bound = Object.entries(texts).map(([key, text]) => {
    const isPlain = typeof text === 'string' && !text.includes('{')
    return [key, isPlain ? text : (values: Values) => formatText(text, values, locale)]
  })
  return Object.fromEntries(bound)
}

/** Returns a text followed by a note in brackets, which Chinese writes in full width and without a space. */
export function withNote(text: string, note: string, locale: Locale): string {
  return locale === 'zh' ? `${text}（${note}）` : `${text} (${note})`
}

/** Fills in the arguments, if any, of a text whose key is known only at run time. */
export function textWith(text: string | ((values: never) => string), values: Values): string {
  return typeof text === 'string' ? text : text(values as never)
}

/**
 * Fills in the arguments of a text. An argument without a value stays visible in its braces. `number` replaces `{#}` in
 * a plural form.
 */
export function formatText(text: ParsedText, values: Values, locale: Locale, number = ''): string {
  const mark = markOf(locale)
  if (typeof text === 'string')
    return spaced(
      text.replaceAll(templateArgument, (_, name: string, kind?: string) => {
        const value = name === '#' ? number : formatArgument(name, kind, values, locale)
        return mark + value + mark
      }),
    )
  const parts = text.map((part) => {
    if (typeof part === 'string') return formatText(part, values, locale, number)
    const [name, kind, forms] = part
    const value = String(values[name])
    const isPlural = kind === 'plural'
    const form = isPlural ? intlOf(Intl.PluralRules, locale).select(Number(value)) : value
    const key = [`=${value}`, form, 'other'].find((each) => Object.hasOwn(forms, each))
    const inner = isPlural ? formatArgument(name, 'number', values, locale) : number
    return formatText(forms[key ?? ''] ?? '', values, locale, inner)
  })
  return spaced(parts.join(mark))
}

/** Returns the mark to put on both sides of a value, which `spaced` replaces; only Chinese needs it. */
function markOf(locale: Locale): string {
  return locale === 'zh' ? '\0' : ''
}

const hanToHan = /(?<=\p{sc=Han}) ?\0+ ?(?=\p{sc=Han})/gu
const hanToOther =
  /(?<=\p{sc=Han}) ?\0+ ?(?=\u2068?[\p{sc=Latin}\d])|(?<=[\p{sc=Latin}\d%]\u2069?) ?\0+ ?(?=\p{sc=Han})/gu

/** Separates Chinese from Latin letters and numbers by a space at the marks, and Chinese from Chinese by none. */
function spaced(text: string): string {
  return text.replaceAll(hanToHan, '').replaceAll(hanToOther, ' ').replaceAll('\0', '')
}

function formatArgument(
  name: string,
  kind: string | undefined,
  values: Values,
  locale: Locale,
): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) return `{${name}}`
  if (kind === 'number') return intlOf(Intl.NumberFormat, locale).format(Number(value))
  return kind === 'list' ? formatList([value].flat(), locale) : isolate(String(value), locale)
}

/** Formats a list as the language does, “A, B, and C” or “A, B, or C”, each member in its own direction. */
export function formatList(
  members: readonly Value[],
  locale: Locale,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const mark = markOf(locale)
  const marked = members.map((each) => mark + isolate(String(each), locale) + mark)
  const format =
    type === 'conjunction' ? intlOf(Intl.ListFormat, locale) : new Intl.ListFormat(locale, { type })
  return spaced(format.format(marked))
}

const colons: Partial<Record<Locale, string>> = { fr: '\u00a0: ', zh: '：' }

/** Returns the colon between a label and its value, with the spaces of the language. */
export function colonOf(locale: Locale): string {
  return colons[locale] ?? ': '
}

/** Returns the gap between sentences, or a sentence and its link: none in Chinese, whose period includes a space. */
export function gapOf(locale: Locale): string {
  return locale === 'zh' ? '' : ' '
}

/** Returns a remark in brackets, to append to a text. */
export function bracketed(remark: string, locale: Locale): string {
  return locale === 'zh' ? `（${remark}）` : ` (${remark})`
}

const commas: Partial<Record<Locale, string>> = { ar: '، ', zh: '，' }

/** Joins the parts of a name with the language's comma, such as “Ada Byron, Business hub”. */
export function joinParts(parts: readonly string[], locale: Locale): string {
  return parts.map((each) => isolate(each, locale)).join(commas[locale] ?? ', ')
}

const cachedFormats: Record<string, unknown> = {}

/** Returns a cached format of `Intl`, because creating one takes longer than using it a hundred times. */
function intlOf<Format>(Kind: new (tag: string) => Format, locale: Locale): Format {
  return (cachedFormats[Kind.name + locale] ??= new Kind(numberTag(locale))) as Format
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufefc])\p{L}/u

/** Isolates a value that reads in another direction than the language of its text (Unicode UAX 9). */
export function isolate(value: string, locale: Locale): string {
  const hasSameDirection =
    directionOf(locale) === 'rtl'
      ? rightToLeft.test(value) && !leftToRight.test(value)
      : !rightToLeft.test(value)
  return hasSameDirection || /^\d*$/.test(value) ? value : `\u2068${value}\u2069`
}

/** Removes the marks of direction around values, the isolates U+2066 to U+2069. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}

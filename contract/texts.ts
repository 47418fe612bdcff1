import { parse, type Token } from '@messageformat/parser'
import { locales, type Locale } from './locale.ts'
import { bindTexts, type Choice, type ParsedText, type ParsedTexts } from './text.ts'

/** Texts in ICU MessageFormat by their keys, as a language file holds them. */
export type Group = Readonly<Record<string, string>>

/** Texts of a language file by group. */
export type Groups = Readonly<Record<string, Group>>

/** A language file of each language. */
export type LanguageFiles = Readonly<Record<Locale, Groups>>

/** The texts of each language: strings, and functions of their arguments. */
export type Texts<Keys> = Readonly<Record<Locale, Keys>>

/**
 * Makes the texts of a group in every language, and parses each language at its first use. Generated files call it with
 * the types of English and the folders whose labels the texts quote; for the browser, tools/one-language.ts replaces
 * what they export.
 */
export function defineTexts<Keys>(
  group: string,
  files: LanguageFiles,
  quoted: Readonly<Record<string, LanguageFiles>> = {},
): Texts<Keys> {
  const texts = {} as Record<Locale, Keys>
  for (const locale of locales) {
    let bound: unknown
    const read = () =>
      withLabels(files[locale][group] ?? {}, (folder) => quoted[folder]?.[locale] ?? {})
    const get = () => (bound ??= bindTexts(parseGroup(read(), locale), locale))
    // Configurable, because `npm run dev` replaces changed texts in place.
    Object.defineProperty(texts, locale, { get, enumerable: true, configurable: true })
  }
  return texts
}

const labelReference = /\{@([^{}]*)\/([^{}/.]*)\.([^{}]*)\}/g

/**
 * Replaces each reference to a label, such as `{@features/account/sign-in/messages.title}` (folder, group and key), by
 * that text. An unknown reference remains, so that `parseText` then throws.
 */
export function withLabels(group: Group, groupsOf: (folder: string) => Groups): Group {
  const labelOf = (reference: string, folder: string, name: string, label: string) =>
    groupsOf(folder)[name]?.[label] ?? reference
  return Object.fromEntries(
    Object.entries(group).map(([key, text]) => [key, text.replaceAll(labelReference, labelOf)]),
  )
}

export function parseGroup(group: Group, locale: Locale): ParsedTexts {
  return Object.fromEntries(
    Object.entries(group).map(([key, text]) => [key, parseText(text, locale)]),
  )
}

/** Parses a text in ICU MessageFormat. Throws for any other text, and for a plural form that the language lacks. */
export function parseText(text: string, locale: Locale): ParsedText {
  const cardinal = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return partsOf(parse(text, { cardinal, ordinal: [] }), spacings[locale] ?? ((each) => each))
}

type Spacing = (text: string) => string

function partsOf(tokens: readonly Token[], spacing: Spacing): ParsedText {
  const parts: (string | Choice)[] = []
  for (const token of tokens) {
    const part = partOf(token, spacing)
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  const [first = ''] = parts
  return parts.length <= 1 && typeof first === 'string' ? first : parts
}

function partOf(token: Token, spacing: Spacing): string | Choice {
  if (token.type === 'content') {
    // The parser reads an unclosed brace at the end as text. A quoted brace would look like an argument later.
    if (/[{}]/.test(token.value)) throw new Error('a brace is not closed, or stands in the text')
    return spacing(token.value)
  }
  if (token.type === 'octothorpe') return '{#}'
  if (token.type === 'argument') return `{${token.arg}}`
  if (token.type === 'function' && /^(number|list)$/.test(token.key))
    return `{${token.arg},${token.key}}`
  if ((token.type !== 'plural' && token.type !== 'select') || token.pluralOffset)
    throw new Error(`{${token.arg}} is of a kind that texts do not have`)
  const forms = token.cases.map(({ key, tokens }) => [key, partsOf(tokens, spacing)] as const)
  if (!forms.some(([key]) => key === 'other'))
    throw new Error(`{${token.arg}} lacks the form other`)
  return [token.arg, token.type, Object.fromEntries(forms)]
}

/**
 * Functions that make spaces and hyphens nonbreaking where a line must not break. Language files contain only plain
 * ones, because the nonbreaking ones look the same.
 */
const spacings: Partial<Record<Locale, Spacing>> = {
  ar: prefixSpaces,
  fr: frenchSpaces,
  es: groupSpaces,
}

/** Binds a prefix, which a tatweel separates from a Latin word, to that word. */
function prefixSpaces(text: string): string {
  return text.replaceAll('ـ ', 'ـ\u00a0')
}

function frenchSpaces(text: string): string {
  return groupSpaces(text)
    .replaceAll(/ (?=[;!?])/g, '\u202f')
    .replaceAll(
      / (?=[:»])|(?<=«) |(?<=^|\d) (?=(?:seconde|minute|heure|jour|mois|an)s?\b)/g,
      '\u00a0',
    )
    .replaceAll(/(?<=\be)-(?=mail)/gi, '\u2011')
}

function groupSpaces(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\d)/g, '\u202f')
}

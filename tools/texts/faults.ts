import { locales, type Locale } from '../../contract/locale.ts'
import type { ParsedText } from '../../contract/text.ts'
import { parseText, type Group } from '../../contract/texts.ts'
import { argumentNotes } from './argument-notes.ts'
import { argumentsOf, formsOf, pluralsOf, type ArgumentKind } from './arguments.ts'
import type { GroupNotes, TextFolder } from './files.ts'

/** Plural forms that texts leave out: `many` is for compact numbers ("1 million"), and 0 takes `other` in Arabic. */
const unneeded: Partial<Record<Locale, string>> = { ar: 'zero', fr: 'many', es: 'many' }

/** Returns the faults of a folder, each with file, group, key and reason. */
export function faultsOf(folder: TextFolder): string[] {
  const { name, languages, notes } = folder
  const groups = new Set(locales.flatMap((locale) => Object.keys(languages[locale])))
  const inTexts = [...groups].flatMap((group) =>
    locales.flatMap((locale) =>
      faultsOfGroup(languages.en[group], languages[locale][group], locale).map(
        (fault) => `${name}/${locale}.json ${group} ${fault}`,
      ),
    ),
  )
  const noted = new Set([...Object.keys(languages.en), ...Object.keys(notes)])
  const inNotes = [...noted].flatMap((group) =>
    faultsOfNotes(languages.en[group], notes[group] ?? {}).map(
      (fault) => `${name}/notes.json ${group} ${fault}`,
    ),
  )
  return [...inTexts, ...inNotes, ...tooLong(folder)]
}

function tooLong({ name, languages, notes }: TextFolder): string[] {
  return Object.entries(notes).flatMap(([group, keys]) =>
    Object.entries(keys).flatMap(([key, note]) =>
      locales
        .filter((locale) => lengthOf(languages[locale][group]?.[key] ?? '', locale) > maxOf(note))
        .map((locale) => `${name}/${locale}.json ${group} ${key}: is longer than ${maxOf(note)}`),
    ),
  )
}

function maxOf(note: GroupNotes[string]): number {
  return typeof note === 'string' ? Infinity : (note.max ?? Infinity)
}

/** Returns the length of the longest form in characters, with names in place of arguments. */
function lengthOf(text: string, locale: Locale): number {
  const parsed = tryParse(text, locale)
  return 'fault' in parsed ? 0 : Math.max(...formsOf(parsed.text).map((form) => form.length))
}

function faultsOfGroup(
  english: Group | undefined,
  group: Group | undefined,
  locale: Locale,
): string[] {
  if (!english) return ['is a group that English does not have']
  if (!group) return ['is missing']
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(group, key))
  return [
    ...missing.map((key) => `${key}: is missing`),
    ...Object.entries(group).flatMap(([key, text]) =>
      faultsOfText(english[key], text, locale).map((fault) => `${key}: ${fault}`),
    ),
  ]
}

/** Returns the faults of a translation compared with the English text. */
export function faultsOfText(english: string | undefined, text: string, locale: Locale): string[] {
  if (english === undefined) return ['English does not have this key']
  const parsed = tryParse(text, locale)
  if ('fault' in parsed) return [parsed.fault]
  if (formsOf(parsed.text).some((form) => form.trim() === '')) return ['is empty']
  const wanted = tryParse(english, 'en')
  if ('fault' in wanted) return []
  return [
    ...argumentFaults(argumentsOf(wanted.text), argumentsOf(parsed.text)),
    ...pluralsOf(parsed.text).flatMap((plural) => missingForms(plural, locale)),
  ]
}

function tryParse(text: string, locale: Locale): { text: ParsedText } | { fault: string } {
  try {
    return { text: parseText(text, locale) }
  } catch (error) {
    return { fault: (error as Error).message.replace(/\n[^]*/, '') }
  }
}

type Arguments = ReadonlyMap<string, ArgumentKind>

function argumentFaults(wanted: Arguments, own: Arguments): string[] {
  const lacking = [...wanted.keys()].filter((name) => !own.has(name))
  const extra = [...own.keys()].filter((name) => !wanted.has(name))
  const other = [...own].filter(
    ([name, kind]) => wanted.has(name) && String(wanted.get(name)) !== String(kind),
  )
  return [
    ...lacking.map((name) => `{${name}} of the English text is missing`),
    ...extra.map((name) => `{${name}} is not in the English text`),
    ...other.map(([name, kind]) => `{${name}} is ${kind}, in English ${wanted.get(name)}`),
  ]
}

function missingForms(plural: { name: string; forms: string[] }, locale: Locale): string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return pluralCategories
    .filter((form) => form !== unneeded[locale] && !plural.forms.includes(form))
    .map((form) => `{${plural.name}} lacks the form ${form}`)
}

function faultsOfNotes(english: Group | undefined, notes: GroupNotes): string[] {
  if (!english) return ['is no group']
  const unknown = Object.keys(notes).filter((key) => key !== '' && !Object.hasOwn(english, key))
  const ofTexts = Object.entries(english).flatMap(([key, text]) => {
    const parsed = tryParse(text, 'en')
    const note = notes[key] ?? {}
    const values = typeof note === 'string' ? {} : (note.values ?? {})
    const own: Arguments = 'fault' in parsed ? new Map() : argumentsOf(parsed.text)
    // A select needs no note, because its forms explain it.
    const unnoted = [...own].filter(([, kind]) => typeof kind === 'string').map(([each]) => each)
    return [
      ...unnoted
        .filter((each) => !Object.hasOwn(values, each) && !Object.hasOwn(argumentNotes, each))
        .map((each) => `${key}: say what {${each}} holds`),
      ...Object.keys(values)
        .filter((each) => !own.has(each))
        .map((each) => `${key}: the text has no {${each}}`),
    ]
  })
  return [...unknown.map((key) => `${key}: is no key`), ...ofTexts]
}

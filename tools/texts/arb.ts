import fs from 'node:fs'
import path from 'node:path'
import { locales, type Locale } from '../../contract/locale.ts'
import { parseText, withLabels, type Group } from '../../contract/texts.ts'
import { argumentNotes } from './argument-notes.ts'
import { argumentsOf } from './arguments.ts'
import { faultsOfText } from './faults.ts'
import { readTextFolders, writeTexts, type TextFolder, type TextNote } from './files.ts'
import { lostReferences, referenceTo, textsOf, type TextId } from './labels.ts'

/** A text of the product, with its id in the files for translators. */
type Entry = TextId & { id: string }
type Arb = Record<string, unknown>

/** Writes one Application Resource Bundle for each language; the English one contains the notes. Returns the file names. */
export function exportTexts(root: string, target: string): string[] {
  const folders = readTextFolders(root)
  const entries = entriesOf(folders)
  fs.mkdirSync(target, { recursive: true })
  return locales.map((locale) => {
    const texts = entries.flatMap((entry): [string, unknown][] => {
      const text: [string, unknown] = [entry.id, exported(textOf(entry, locale), entries)]
      return locale === 'en' ? [text, [`@${entry.id}`, notesOf(entry, entries)]] : [text]
    })
    const name = path.join(target, `${locale}.arb`)
    const content = { '@@locale': locale, ...Object.fromEntries(texts) }
    fs.writeFileSync(name, `${JSON.stringify(content, null, 2)}\n`)
    return name
  })
}

export type Imported = { count: number } | { faults: string[] }

/** Writes the texts of the bundles in a folder into the product: all of them, or none if one has a fault. */
export function importTexts(root: string, source: string): Imported {
  const folders = readTextFolders(root)
  const entries = entriesOf(folders)
  const english = readArb(source, 'en', entries)
  if (!english) return { faults: [`${source} has no en.arb`] }
  const known = new Set(entries.map(({ id }) => id))
  const others = locales.filter((locale) => locale !== 'en')
  const bundles = others.flatMap((locale) => {
    const bundle = readArb(source, locale, entries)
    return bundle ? [{ locale, bundle }] : []
  })
  const faults = bundles.flatMap(({ locale, bundle }) => [
    ...Object.keys(bundle)
      .filter((id) => !id.startsWith('@') && !known.has(id))
      .map((id) => `${locale}.arb ${id}: the portal has no such text`),
    ...entries.flatMap((entry) =>
      faultsOfEntry(entry, english[entry.id], bundle[entry.id], locale, folders).map(
        (fault) => `${locale}.arb ${entry.id}: ${fault}`,
      ),
    ),
  ])
  if (bundles.length === 0) faults.push(`${source} has no file such as ar.arb`)
  if (faults.length > 0) return { faults }
  return { count: sum(bundles.map((each) => takeOver(root, folders, entries, each))) }
}

function faultsOfEntry(
  entry: Entry,
  english: unknown,
  text: unknown,
  locale: Locale,
  folders: readonly TextFolder[],
): string[] {
  const { folder, group, key } = entry
  if (english !== textOf(entry, 'en')) return ['the English text has changed: export again']
  if (typeof text !== 'string') return ['is missing']
  const languagesOf = (name: string) => folders.find((each) => each.name === `${name}/texts`)
  const shown = withLabels({ text }, (name) => languagesOf(name)?.written[locale] ?? {})
  return [
    ...lostReferences(english, text),
    ...faultsOfText(folder.languages.en[group]?.[key], shown['text'] ?? '', locale),
  ]
}

type Bundle = { locale: Locale; bundle: Arb }

/** Writes the texts that have changed. Returns their number. */
function takeOver(
  root: string,
  folders: readonly TextFolder[],
  entries: readonly Entry[],
  { locale, bundle }: Bundle,
): number {
  const changed = entries.filter((entry) => bundle[entry.id] !== textOf(entry, locale))
  for (const folder of folders) {
    const own = changed.filter((entry) => entry.folder === folder)
    if (own.length === 0) continue
    const groups: Record<string, Group> = structuredClone(folder.written[locale])
    for (const { id, group, key } of own)
      groups[group] = { ...groups[group], [key]: String(bundle[id]) }
    writeTexts(root, folder, locale, groups)
  }
  return changed.length
}

function readArb(folder: string, locale: Locale, entries: readonly Entry[]): Arb | undefined {
  const file = path.join(folder, `${locale}.arb`)
  if (!fs.existsSync(file)) return undefined
  const references = new Map(entries.map((entry) => [`{${entry.id}}`, referenceTo(entry)]))
  return JSON.parse(fs.readFileSync(file, 'utf8'), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/\{\w+\}/g, (argument) => references.get(argument) ?? argument)
      : value,
  ) as Arb
}

function entriesOf(folders: readonly TextFolder[]): Entry[] {
  return textsOf(folders).map((text) => ({ ...text, id: idOf(text.folder, text.group, text.key) }))
}

/** Returns the labels that a text quotes. In the files for translators, they are arguments. */
function quotedIn(text: string, entries: readonly Entry[]): Entry[] {
  return text.includes('{@') ? entries.filter((each) => text.includes(referenceTo(each))) : []
}

function exported(text: string, entries: readonly Entry[]): string {
  return quotedIn(text, entries).reduce(
    (result, each) => result.replaceAll(referenceTo(each), `{${each.id}}`),
    text,
  )
}

/** A name that every tool takes: features_account_sign_in_messages_title. */
function idOf({ name }: TextFolder, group: string, key: string): string {
  return [path.dirname(name), group, key].join('_').replaceAll(/\W/g, '_')
}

function textOf({ folder, group, key }: Entry, locale: Locale): string {
  return folder.written[locale][group]?.[key] ?? ''
}

function notesOf(entry: Entry, entries: readonly Entry[]) {
  const { folder, group, key } = entry
  const noted = folder.notes[group]?.[key] ?? {}
  const { note, max, values = {} }: TextNote = typeof noted === 'string' ? { note: noted } : noted
  const place = folder.notes[group]?.['']
  const description = [
    `In ${path.dirname(folder.name)}, ${group}.`,
    typeof place === 'string' ? place : undefined,
    note,
    max === undefined ? undefined : `At most ${max} characters.`,
  ]
  const own = argumentsOf(parseText(folder.languages.en[group]?.[key] ?? '', 'en'))
  const labels = quotedIn(textOf(entry, 'en'), entries)
  const placeholders = [
    ...[...own].map(([name, kind]) => {
      const choice = typeof kind === 'string' ? undefined : `Chooses a form: ${kind.join(', ')}.`
      return [name, { description: values[name] ?? choice ?? argumentNotes[name] }]
    }),
    ...labels.map((each) => [each.id, { description: `The label “${textOf(each, 'en')}”.` }]),
  ]
  return {
    description: description.filter((each) => each !== undefined).join(' '),
    ...(placeholders.length > 0 && { placeholders: Object.fromEntries(placeholders) }),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

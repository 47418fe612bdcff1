import path from 'node:path'
import { locales } from '../../contract/locale.ts'
import type { TextFolder } from './files.ts'

/** A text of the product. */
export type TextId = { folder: TextFolder; group: string; key: string }

/** Returns all texts. */
export function textsOf(folders: readonly TextFolder[]): TextId[] {
  return folders.flatMap((folder) =>
    Object.entries(folder.written.en).flatMap(([group, texts]) =>
      Object.keys(texts).map((key) => ({ folder, group, key })),
    ),
  )
}

/** Returns the reference by which another text quotes this one as a label. */
export function referenceTo({ folder, group, key }: TextId): string {
  return `{@${path.dirname(folder.name)}/${group}.${key}}`
}

/** Returns true if other texts may quote this one: it has no argument and no quotation, which makes circles impossible. */
export function isLabel(text: string): boolean {
  return !/[{}#'“”«»]/.test(text)
}

/** Returns the faults of the references to labels, each with file, group, key and reason. */
export function faultsOfReferences(folders: readonly TextFolder[]): string[] {
  const texts = textsOf(folders)
  const labels = new Map(
    texts.map((text) => [referenceTo(text), text.folder.written.en[text.group]?.[text.key] ?? '']),
  )
  return texts.flatMap(({ folder: { name, written }, group, key }) =>
    locales.flatMap((locale) => {
      const [english = '', text = ''] = [written.en[group]?.[key], written[locale][group]?.[key]]
      const faults = referencesIn(text).flatMap((each) => faultOf(each, labels.get(each)) ?? [])
      return [...faults, ...lostReferences(english, text)].map(
        (fault) => `${name}/${locale}.json ${group} ${key}: ${fault}`,
      )
    }),
  )
}

function faultOf(reference: string, label: string | undefined): string | undefined {
  if (label === undefined) return `${reference} is not a text: write {@folder/group.key}`
  return isLabel(label) ? undefined : `${reference} has an argument or a quotation`
}

/** Returns a fault for each reference of the English text that its translation lacks. It may have more. */
export function lostReferences(english: string, text: string): string[] {
  const own = referencesIn(text)
  return referencesIn(english)
    .filter((each) => !own.includes(each))
    .map((each) => `${each} of the English text is missing`)
}

/** Returns the folders whose labels the texts of a folder quote, sorted. */
export function quotedFolders({ written }: TextFolder): string[] {
  const texts = locales.flatMap((locale) => Object.values(written[locale]).flatMap(Object.values))
  const quoted = texts.flatMap((text: string) =>
    referencesIn(text).map((each) => path.dirname(each.slice(2))),
  )
  return [...new Set(quoted)].toSorted()
}

function referencesIn(text: string): string[] {
  return text.match(/\{@[^{}]*\}/g) ?? []
}

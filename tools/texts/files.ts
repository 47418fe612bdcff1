import fs from 'node:fs'
import path from 'node:path'
import { locales, type Locale } from '../../contract/locale.ts'
import { withLabels, type Groups, type LanguageFiles } from '../../contract/texts.ts'

/** The texts of one folder. */
export type TextFolder = {
  /** Path below the root, such as features/account/sign-in/texts. */
  name: string
  /** The content of the language files. */
  written: LanguageFiles
  /** The texts as users read them: with labels in place of references to them. */
  languages: LanguageFiles
  notes: Readonly<Record<string, GroupNotes>>
}

/** Notes for translators by key; the empty key has the place where the group is shown. */
export type GroupNotes = Readonly<Record<string, string | TextNote>>
export type TextNote = {
  note?: string
  /** Maximum number of characters that fit. */
  max?: number
  /** Notes on arguments whose names are not clear, by name. */
  values?: Readonly<Record<string, string>>
}

/** Returns all folders of texts below the root, sorted by name. */
export function readTextFolders(root: string): TextFolder[] {
  return fs
    .globSync('{app,contract,features,web}/**/texts/en.json', { cwd: root })
    .toSorted()
    .map((file) => readTextFolder(root, path.dirname(file)))
}

export function readTextFolder(root: string, name: string): TextFolder {
  const written = inEachLanguage((locale) => readJson(root, name, locale) as Groups)
  const labelsOf = (locale: Locale) => (folder: string) =>
    readJson(root, path.join(folder, 'texts'), locale) as Groups
  const languages = inEachLanguage((locale) => {
    const groups = Object.entries(written[locale])
    return Object.fromEntries(
      groups.map(([group, texts]) => [group, withLabels(texts, labelsOf(locale))]),
    )
  })
  return {
    name,
    written,
    languages,
    notes: readJson(root, name, 'notes') as TextFolder['notes'],
  }
}

function inEachLanguage(read: (locale: Locale) => Groups): LanguageFiles {
  return Object.fromEntries(locales.map((locale) => [locale, read(locale)])) as LanguageFiles
}

function readJson(root: string, folder: string, name: string): unknown {
  const file = path.join(root, folder, `${name}.json`)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
}

export function writeTexts(
  root: string,
  { name }: TextFolder,
  locale: Locale,
  groups: Groups,
): void {
  fs.writeFileSync(path.join(root, name, `${locale}.json`), `${JSON.stringify(groups, null, 2)}\n`)
}

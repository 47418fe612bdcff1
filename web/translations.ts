import { locales, type Locale } from '#contract/locale.ts'

/** The messages of one language: by file, then by the name of the export. */
type Table = Readonly<Record<string, unknown>>
export type MessageFiles = Readonly<Record<Locale, () => Promise<{ default: Table }>>>

const tables: Partial<Record<Locale, Table>> = {}
let files: readonly MessageFiles[] = []

/** Loads the first language of a page. Await it before anything is rendered. */
export function startLocale(messageFiles: readonly MessageFiles[], locale: Locale): Promise<void> {
  files = messageFiles
  return loadLocale(locale)
}

/** Loads a language. Where every language is bundled (tests, the prerenderer), there is nothing to load. */
export async function loadLocale(locale: Locale): Promise<void> {
  if (files.length === 0 || tables[locale]) return
  const loaded = await Promise.all(files.map((each) => each[locale]()))
  tables[locale] = Object.assign({}, ...loaded.map((each) => each.default)) as Table
}

/** Replaces an export of a message file in the client build (tools/one-language.ts). */
export function loadedMessages(key: string): Record<Locale, unknown> {
  const messages = {} as Record<Locale, unknown>
  for (const locale of locales) {
    const get = () => (tables[locale] ?? Object.values(tables)[0])?.[key]
    Object.defineProperty(messages, locale, { get })
  }
  return messages
}

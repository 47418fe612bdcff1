import { locales, type Locale } from '#contract/locale.ts'

/** The messages of one language: by file, then by the name of the export. */
export type Table = Readonly<Record<string, unknown>>
export type MessageFiles = Readonly<Record<Locale, () => Promise<{ default: Table }>>>
type Part = MessageFiles | undefined

const tables: Partial<Record<Locale, Table>> = {}
let latest: Locale = 'en'
let findFiles: (parts: readonly string[]) => Promise<readonly Part[]> = async () => []
const parts = new Set<string>()

/**
 * Knows where the messages of a page and of its later parts are, and loads those of its first language, if the document
 * has not done so. Await it before anything is rendered.
 */
export async function startLocale(
  locale: Locale,
  find: typeof findFiles,
  loaded: readonly Table[] = [],
): Promise<void> {
  findFiles = find
  latest = locale
  if (loaded.length > 0) tables[locale] = Object.assign({}, ...loaded) as Table
  else await loadLocale(locale)
}

/** Loads a language. Where every language is bundled (tests, the prerenderer), there is nothing to load. */
export async function loadLocale(locale: Locale): Promise<void> {
  latest = locale
  const files = await findFiles([...parts])
  const loaded = await Promise.all(files.map((each) => each?.[locale]()))
  // What another call has loaded meanwhile stays.
  const added = loaded.map((each) => each?.default)
  tables[locale] = Object.assign({}, tables[locale], ...added) as Table
}

/** Loads the messages of a later part of the page, in the language that the page has or is about to have. */
export function loadMessagesOf(part: string): Promise<void> {
  parts.add(part)
  return loadLocale(latest)
}

/** Replaces an export of a message file in the client build (tools/one-language.ts, whose code imports it). @public */
export function loadedMessages(key: string): Record<Locale, unknown> {
  const messages = {} as Record<Locale, unknown>
  for (const locale of locales) {
    // A part may come in another language than that of the page, while that changes.
    const get = () => [tables[locale], ...Object.values(tables)].find((each) => each?.[key])?.[key]
    Object.defineProperty(messages, locale, { get })
  }
  return messages
}

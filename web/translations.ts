import { locales, type Locale } from '#contract/locale.ts'
import { bindTexts, type ParsedTexts } from '#contract/text.ts'

/** The parsed texts of one language by group. */
export type Table = Readonly<Record<string, ParsedTexts>>
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

const bound: Record<string, unknown> = {}

/** Replaces a group of texts in the client build (tools/one-language.ts, whose code imports it). @public */
export function loadedMessages(key: string): Record<Locale, unknown> {
  const messages = {} as Record<Locale, unknown>
  return new Proxy(messages, {
    get(_, wanted: Locale) {
      // A part may come in another language than that of the page, while that changes.
      const locale = [wanted, ...locales].find((each) => tables[each]?.[key])
      const texts = locale && tables[locale]?.[key]
      return texts && (bound[locale + key] ??= bindTexts(texts, locale))
    },
  })
}

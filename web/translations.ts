import { locales, type Locale } from '#contract/locale.ts'
import { bindTexts, type ParsedTexts } from '#contract/text.ts'

/** Parsed texts of one language by group. */
export type Table = Readonly<Record<string, ParsedTexts>>
/** Functions that load the messages, by language. */
export type MessageFiles = Readonly<Record<Locale, () => Promise<{ default: Table }>>>
/** Messages of a page or part; undefined if there are no separate files for them. */
type GroupFiles = MessageFiles | undefined

const tables: Partial<Record<Locale, Table>> = {}
let latestLocale: Locale = 'en'
let findFiles: (parts: readonly string[]) => Promise<readonly GroupFiles[]> = async () => []
const parts = new Set<string>()

/**
 * Sets the source of messages for a page and its later parts, and loads those of `locale` unless the document contains
 * them (`loaded`). `find` returns the files of the page and of the named parts. The first render must wait for
 * this function.
 */
export async function startLocale(
  locale: Locale,
  find: typeof findFiles,
  loaded: readonly Table[] = [],
): Promise<void> {
  findFiles = find
  latestLocale = locale
  if (loaded.length > 0) tables[locale] = Object.assign({}, ...loaded) as Table
  else await loadLocale(locale)
}

/** Loads a language. Loads no files if every language is bundled (tests, the prerenderer). */
export async function loadLocale(locale: Locale): Promise<void> {
  latestLocale = locale
  const files = await findFiles([...parts])
  const loaded = await Promise.all(files.map((each) => each?.[locale]()))
  // A concurrent call may have added messages meanwhile.
  const added = loaded.map((each) => each?.default)
  tables[locale] = Object.assign({}, tables[locale], ...added) as Table
}

/** Returns true unless another language was loaded, or began to load, after this one. */
export function isLatestLocale(locale: Locale): boolean {
  return locale === latestLocale
}

/** Loads the messages of a later part, in the language of the page or the language that it is changing to. */
export function loadMessagesOf(part: string): Promise<void> {
  parts.add(part)
  return loadLocale(latestLocale)
}

const boundTexts: Record<string, unknown> = {}

/**
 * Returns a group of texts in the client build. Only the code that tools/one-language.ts generates imports it. @public
 */
export function loadedMessages(key: string): Record<Locale, unknown> {
  const messages = {} as Record<Locale, unknown>
  return new Proxy(messages, {
    get(_, requested: Locale) {
      // During a change of language, a part may be available in another language than the page.
      const locale = [requested, ...locales].find((each) => tables[each]?.[key])
      const texts = locale && tables[locale]?.[key]
      return texts && (boundTexts[locale + key] ??= bindTexts(texts, locale))
    },
  })
}

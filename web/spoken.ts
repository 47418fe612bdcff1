import type { Locale } from '#contract/locale.ts'

/**
 * In the built bundles each language is a chunk of its own, and only the one that is read is loaded
 * (tools/one-language.ts). Elsewhere every language is there from the start, and nothing is to do.
 */
type Table = Readonly<Record<string, unknown>>
type Loads = Readonly<Record<Locale, () => Promise<unknown>>>

const tables: Partial<Record<Locale, Table>> = {}
let loads: Loads | undefined

export async function speak(locale: Locale): Promise<void> {
  if (tables[locale] === undefined) await loads?.[locale]()
}

/** Called by the built bundle before anything is shown. */
export async function begin(all: Loads, locale: Locale): Promise<void> {
  loads = all
  await speak(locale)
}

/** Called by the chunk of a language. */
export function learn(locale: Locale, table: Table): void {
  tables[locale] = table
}

/** Stands in for the words of a file: what is asked for is looked up in the languages at hand. */
export function wordsOf(file: string): Record<Locale, unknown> {
  const lookUp = (locale: Locale) => tables[locale]?.[file] ?? tables.en?.[file]
  return Object.defineProperties({} as Record<Locale, unknown>, {
    en: { get: () => lookUp('en') },
    ar: { get: () => lookUp('ar') },
    fr: { get: () => lookUp('fr') },
    es: { get: () => lookUp('es') },
    zh: { get: () => lookUp('zh') },
  })
}

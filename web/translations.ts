import type { Locale } from '#contract/locale.ts'

/**
 * In the built bundles each language of each part is a chunk of its own, and only the one that is read is
 * loaded (tools/one-language.ts). Elsewhere every language is there from the start, and nothing is to do.
 */
type Table = Readonly<Record<string, unknown>>
type Loads = Readonly<Record<Locale, () => Promise<unknown>>>

const tables: Partial<Record<Locale, Table>> = {}
const parts: Loads[] = []
let spoken: Locale | undefined

export async function loadLocale(locale: Locale): Promise<void> {
  spoken = locale
  await Promise.all(parts.map((part) => part[locale]()))
}

/** Called by each part of the built bundle before anything of it is shown. */
export async function registerPart(part: Loads, locale: Locale): Promise<void> {
  parts.push(part)
  const wanted = (spoken ??= locale)
  await part[wanted]()
  // Somebody has chosen another one meanwhile.
  if (spoken !== wanted) await part[spoken]()
}

/** What a chunk of words holds. */
export function registerMessages(locale: Locale, table: Table): void {
  tables[locale] = { ...tables[locale], ...table }
}

/** Stands in for a table of messages: each language is looked up among those that are loaded. */
export function messagesOf(key: string): Record<Locale, unknown> {
  const lookUp = (locale: Locale) =>
    [tables[locale], ...Object.values(tables)].find((table) => table?.[key] !== undefined)?.[key]
  return Object.defineProperties({} as Record<Locale, unknown>, {
    en: { get: () => lookUp('en') },
    ar: { get: () => lookUp('ar') },
    fr: { get: () => lookUp('fr') },
    es: { get: () => lookUp('es') },
    zh: { get: () => lookUp('zh') },
  })
}

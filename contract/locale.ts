/** The supported languages; the first is the default and the fallback (specification §9). */
export const locales = ['en', 'ar', 'fr', 'es', 'zh'] as const

export type Locale = (typeof locales)[number]

/** The name of each language, in that language. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  ar: 'العربية',
  fr: 'Français',
  es: 'Español',
  zh: '简体中文',
}

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** Returns the tag for `lang` attributes. The tag of Chinese names the script, which selects fonts and voices. */
export function langOf(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale
}

/** Returns the preferred supported language of an Accept-Language header (RFC 9110 §12.5.4), or else English. */
export function acceptedLocale(header: string | undefined): Locale {
  const preferences = (header ?? '').split(',').map((part) => {
    const [tag = '', ...settings] = part.split(';').map((each) => each.trim())
    const weight = settings.find((setting) => setting.startsWith('q='))?.slice(2)
    return { locale: (tag.split('-')[0] ?? '').toLowerCase(), weight: Number(weight ?? 1) }
  })
  const supported = preferences.filter(({ locale, weight }) => isLocale(locale) && weight > 0)
  const [best] = supported.sort((one, other) => other.weight - one.weight)
  return (best?.locale as Locale | undefined) ?? 'en'
}

/** Returns the first supported language of a space-separated list of tags, such as `fr-CA fr en`. */
export function wantedLocale(tags: unknown): Locale | undefined {
  const list = typeof tags === 'string' ? tags.split(' ') : []
  return list.map((tag) => tag.split('-')[0]?.toLowerCase()).find((tag) => isLocale(tag))
}

/** The texts of a group: strings, and functions of their arguments. */
export type MessagesOf<M extends Readonly<Record<Locale, unknown>>> = M['en']

/** The keys of texts without arguments. */
export type PlainKeys<M> = { [Key in keyof M]: M[Key] extends string ? Key : never }[keyof M]

/** Returns the language tag with which Intl writes Latin digits, also in Arabic (specification §9). */
export function numberTag(locale: Locale): string {
  return locale === 'ar' ? 'ar-u-nu-latn' : locale
}

/** Returns a formatter for numbers in texts. Arabic uses Latin digits (specification §9). */
export function numberFormat(
  locale: Locale,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return new Intl.NumberFormat(numberTag(locale), options)
}

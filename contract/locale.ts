/** The supported languages; the first is the default and the fallback (specification §9). */
export const locales = ['en', 'ar', 'fr', 'es', 'zh'] as const

export type Locale = (typeof locales)[number]

/** The name of each language, in that language. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  ar: 'العربية',
  fr: 'Français',
  es: 'Español',
  zh: '中文',
}

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** Returns the preferred supported language of an Accept-Language header (RFC 9110 §12.5.4), or else English. */
export function acceptedLocale(header: string | undefined): Locale {
  const preferences = (header ?? '').split(',').map((part) => {
    const [tag = '', ...settings] = part.trim().split(';')
    const weight = settings
      .find((setting) => setting.trim().startsWith('q='))
      ?.trim()
      .slice(2)
    return { locale: tag.slice(0, 2).toLowerCase(), weight: Number(weight ?? 1) }
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

type Plural = { one: string; other: string }
type EveryForm = Record<Intl.LDMLPluralRule, string>
type AnyForm = Partial<EveryForm> & { other: string }
type PluralOf = { en: Plural; ar: EveryForm; fr: Plural; es: Plural; zh: { other: string } }

type Dictionary = Readonly<Record<string, string | Plural>>
type Translated<Words extends Dictionary, L extends Locale> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : PluralOf[L]
}

export type Messages<Words extends Dictionary> = { [L in Locale]: Translated<Words, L> }
/** The messages of one language: texts, or the plural forms of a counted word. */
type MessagesIn<Words extends Dictionary> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : AnyForm
}
export type MessagesOf<M> = M extends Messages<infer Words> ? MessagesIn<Words> : never

/** Declares the messages of a feature in every language; a missing message does not compile. */
export function defineMessages<const Words extends Dictionary>(
  en: Words,
  others: { [L in Exclude<Locale, 'en'>]: Translated<Words, L> },
): Messages<Words> {
  const { fr, es } = others
  const set = { fr: typeset(fr, frenchSpaces), es: typeset(es, groupSpaces) }
  return { en: en as unknown as Translated<Words, 'en'>, ...others, ...set } as Messages<Words>
}

/** Replaces spaces by non-breaking ones, which would be invisible in a source file. */
function frenchSpaces(text: string): string {
  return groupSpaces(text)
    .replaceAll(/ (?=[;!?])/g, '\u202f')
    .replaceAll(/ (?=[:»])|(?<=«) /g, '\u00a0')
}

function groupSpaces(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\d)/g, '\u202f')
}

function typeset<Said extends Readonly<Record<string, unknown>>>(
  said: Said,
  set: (text: string) => string,
): Said {
  const whole = (each: unknown): unknown =>
    typeof each === 'string' ? set(each) : typeset(each as Said, set)
  return Object.fromEntries(Object.entries(said).map(([key, each]) => [key, whole(each)])) as Said
}

/** Fills the {named} placeholders of a text; values of the other text direction are isolated (Unicode UAX 9). */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? isolate(String(values[name]), text) : placeholder,
  )
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufefc])\p{L}/u

/** Returns a value to insert into a text, wrapped in directional isolates if its direction differs from the text's. */
export function isolate(value: string, text: string): string {
  const isAlike = rightToLeft.test(text)
    ? rightToLeft.test(value) && !leftToRight.test(value)
    : !rightToLeft.test(value)
  return isAlike || /^\d*$/.test(value) ? value : `\u2068${value}\u2069`
}

/** Returns the plural form of the language for a count, with {count} replaced by the formatted number. */
export function counted(forms: AnyForm, count: number, locale: Locale): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
  return form.replaceAll('{count}', numberFormat(locale).format(count))
}

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

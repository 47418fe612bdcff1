/** The languages of the product; the first is the default and the fallback (specification §9). */
export const locales = ['en', 'ar', 'fr', 'es', 'zh'] as const

export type Locale = (typeof locales)[number]

/** Each language named in itself. */
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

/** The first language of an Accept-Language header that the product speaks. */
export function acceptedLocale(header: string | undefined): Locale {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...settings] = part.trim().split(';')
    const weight = settings.find((setting) => setting.trim().startsWith('q='))
    return {
      locale: tag.slice(0, 2).toLowerCase(),
      weight: weight ? Number(weight.trim().slice(2)) : 1,
    }
  })
  const known = wanted.filter(({ locale, weight }) => isLocale(locale) && weight > 0)
  const [best] = known.sort((one, other) => other.weight - one.weight)
  return (best?.locale as Locale | undefined) ?? 'en'
}

/** The first language of a list of tags, such as `fr-CA fr en`, that the product speaks. */
export function wantedLocale(tags: unknown): Locale | undefined {
  const wanted = typeof tags === 'string' ? tags.split(' ') : []
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase()).find((tag) => isLocale(tag))
}

type Plural = { one: string; other: string }
type EveryForm = {
  zero: string
  one: string
  two: string
  few: string
  many: string
  other: string
}
type PluralOf = { en: Plural; ar: EveryForm; fr: Plural; es: Plural; zh: { other: string } }

type Dictionary = Readonly<Record<string, string | Plural>>
type Translated<Words extends Dictionary, L extends Locale> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : PluralOf[L]
}

export type Messages<Words extends Dictionary> = { [L in Locale]: Translated<Words, L> }
/** The words of one language: text, or the forms of a counted word. */
export type MessagesIn<Words extends Dictionary> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Partial<EveryForm> & { other: string }
}
export type MessagesOf<M> = M extends Messages<infer Words> ? MessagesIn<Words> : never

/** The words of a feature in every language; one that is missing does not compile. */
export function defineMessages<const Words extends Dictionary>(
  en: Words,
  others: { [L in Exclude<Locale, 'en'>]: Translated<Words, L> },
): Messages<Words> {
  const { fr, es } = others
  const set = { fr: typeset(fr, frenchSpaces), es: typeset(es, groupSpaces) }
  return { en: en as unknown as Translated<Words, 'en'>, ...others, ...set } as Messages<Words>
}

/** A line never breaks before one of these signs, nor within a number; in a source file nobody would see it. */
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

/** Puts values into the {named} places of a text. One that is read in the other direction keeps to itself. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? apart(String(values[name]), text) : place,
  )
}

const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufefc]/

function apart(value: string, text: string): string {
  const isAlike = fromTheRight.test(value) === fromTheRight.test(text)
  return isAlike || /^\d*$/.test(value) ? value : `\u2068${value}\u2069`
}

/** The form of a counted word that the language wants, with {count} filled in. */
export function counted(
  forms: Partial<EveryForm> & { other: string },
  count: number,
  locale: Locale,
): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
  return fill(form, { count })
}

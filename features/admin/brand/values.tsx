import {
  brandTextNames,
  companyFactNames,
  type BrandSettings,
  type BrandText,
  type CompanyFact,
} from '#contract/brand.ts'
import { locales, type Locale } from '#contract/locale.ts'

type TextName = `texts.${BrandText}.${Locale}`
export type Name =
  | 'name'
  | 'logo'
  | 'logoDark'
  | 'color'
  | 'colorLight'
  | 'arches'
  | 'senderName'
  | CompanyFact
  | TextName
export type Values = Readonly<Record<Exclude<Name, 'arches'>, string> & { arches: boolean }>

export function textName(text: BrandText, locale: Locale): TextName {
  return `texts.${text}.${locale}`
}

/** Converts settings to form values; a missing logo becomes an empty string. */
export function valuesOf({ texts, logo, logoDark, ...settings }: BrandSettings): Values {
  const textEntries = brandTextNames.flatMap((text) =>
    locales.map((locale) => [textName(text, locale), texts[text]?.[locale] ?? ''] as const),
  )
  return {
    ...settings,
    ...factsOf((each) => settings[each]),
    logo: logo ?? '',
    logoDark: logoDark ?? '',
    ...(Object.fromEntries(textEntries) as Record<TextName, string>),
  }
}

/** Converts form values to settings; the server validates them. */
export function settingsOf(values: Values): BrandSettings {
  const { name, color, colorLight, senderName, logo, logoDark, arches } = values
  return {
    name,
    color,
    colorLight,
    senderName,
    logo: logo || null,
    logoDark: logoDark || null,
    arches,
    ...factsOf((each) => values[each]),
    // An older version would show an empty address.
    supportEmail: values.supportEmail.trim() || undefined,
    texts: Object.fromEntries(
      brandTextNames.map((text) => [
        text,
        Object.fromEntries(locales.map((locale) => [locale, values[textName(text, locale)]])),
      ]),
    ) as BrandSettings['texts'],
  }
}

/** Returns the facts about the company, empty ones as an empty text. */
function factsOf(valueOf: (fact: CompanyFact) => string | undefined): Record<CompanyFact, string> {
  const entries = companyFactNames.map((each) => [each, valueOf(each) ?? ''] as const)
  return Object.fromEntries(entries) as Record<CompanyFact, string>
}

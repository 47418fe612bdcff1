import { locales, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import { termsText } from './texts/messages.ts'

/**
 * Returns the default terms, for an operator who has set none. As in BRAND_TERMS, a heading begins with `# `. After a
 * change of the texts, also increase `termsVersion` in domain/accounts/user.ts and the date in `updated`.
 */
export function defaultTerms(brand: Settings['brand']): Record<Locale, string> {
  const texts = locales.map((locale) => {
    const t = termsText[locale]
    const blocks = [
      t.updated,
      t.intro({ brand: brand.name }),
      `# ${t.accountTitle}`,
      t.accountText,
      `# ${t.securityTitle}`,
      t.securityText,
      `# ${t.useTitle}`,
      t.useText,
      `# ${t.dataTitle}`,
      t.dataText,
      `# ${t.serviceTitle}`,
      t.serviceText,
      `# ${t.endTitle}`,
      t.endText,
      `# ${t.contactTitle}`,
      t.contactText({ email: brand.supportEmail }),
    ]
    return [locale, blocks.join('\n\n')]
  })
  return Object.fromEntries(texts) as Record<Locale, string>
}

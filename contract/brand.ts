import * as z from 'zod/mini'
import { contrastsOf, worstContrast } from './colors.ts'
import { email, freeText, locale, requiredText } from './fields.ts'
import { locales, type Locale } from './locale.ts'
import { themes } from './theme.ts'
import { named, namedObject } from './named.ts'

/** Placeholder for an image hash: the logo of the variable BRAND_LOGO. */
export const configuredLogo = 'configured'

/** The hash of an image, `configuredLogo`, or null for no logo. */
const logo = z.nullable(z.string().check(z.regex(/^(configured|[0-9a-f]{64})$/, 'unknownImage')))

const color = z.string().check(
  z.overwrite((value) => value.trim().toLowerCase()),
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || isColor(value), 'invalidColor'),
)

/** A text that is empty either in all languages, which keeps the product's own text, or in none. */
function inEveryLanguage(maximum: number) {
  const fields = locales.map((locale) => [locale, freeText(maximum)] as const)
  return z
    .object(Object.fromEntries(fields) as Record<Locale, ReturnType<typeof freeText>>)
    .check(
      ...locales.map((locale) =>
        z.refine<Record<Locale, string>>(
          (texts) => texts[locale] !== '' || locales.every((other) => texts[other] === ''),
          { path: [locale], error: 'everyLanguage' },
        ),
      ),
    )
}

/** The maximum length of each text, in characters. */
const brandTexts = { tagline: 120, claim: 300, claimSource: 200, mailFooter: 300 } as const
export type BrandText = keyof typeof brandTexts
export const brandTextNames = Object.keys(brandTexts) as BrandText[]

const statusUrl = freeText(200).check(
  z.refine((value) => value === '' || isHttpsUrl(value), 'invalidStatusUrl'),
)

/**
 * Facts about the company behind the portal, shown below the login. Empty ones are not shown. Missing in brands that an
 * older version published.
 */
const companyFacts = {
  /** The registered name; empty for that of the server settings. */
  legalName: z.optional(freeText(120)),
  /** The authority that supervises the company. */
  regulator: z.optional(freeText(120)),
  licenseNumber: z.optional(freeText(60)),
  /** The page that shows whether the service works. */
  statusUrl: z.optional(statusUrl),
  /** The address of support on pages and in emails; missing for that of the server settings. */
  supportEmail: z.optional(email),
} as const

export type CompanyFact = keyof typeof companyFacts
export const companyFactNames = Object.keys(companyFacts) as CompanyFact[]

/** Returns true if the fact is valid. An empty one counts as missing. */
export function isCompanyFact(name: CompanyFact, value: string): boolean {
  return value === '' || companyFacts[name].safeParse(value).success
}

/** The settings that the brand studio publishes. */
export const brandSettings = z
  .object({
    name: requiredText(40),
    /** The logo for light backgrounds; `logoDark` is for dark ones, such as the panel beside the login. */
    logo,
    logoDark: logo,
    /** The brand color on light backgrounds, which also tints all grays; `colorLight` is for dark backgrounds. */
    color,
    colorLight: color,
    /** True to show the arches on the panel beside the login and in illustrations. */
    arches: z.boolean(),
    /** The display name of the sender of emails; empty to use `name`. The sender's address does not change. */
    senderName: freeText(70).check(
      z.refine((value) => !/[@<>"\p{Bidi_C}]/u.test(value), 'invalidSender'),
    ),
    ...companyFacts,
    /** Plain texts by language. */
    texts: namedObject('BrandTexts', {
      tagline: named('BrandTagline', inEveryLanguage(brandTexts.tagline)),
      claim: named('BrandText', inEveryLanguage(brandTexts.claim)),
      /** The source of the claim, shown below it. */
      claimSource: z.optional(inEveryLanguage(brandTexts.claimSource)),
      mailFooter: inEveryLanguage(brandTexts.mailFooter),
    }),
  })
  .check(requireContrast('light'), requireContrast('dark'))
named('BrandSettings', brandSettings)

export type BrandSettings = z.output<typeof brandSettings>
type Colors = Pick<BrandSettings, 'color' | 'colorLight'>

export function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/.test(value)
}

function isHttpsUrl(value: string): boolean {
  return value.startsWith('https://') && URL.canParse(value)
}

/** The pages on which a draft can be previewed. */
export const previewViews = ['login', 'home', 'mail', 'admin'] as const

const previewColor = z.string().check(z.refine(isColor))

/** The query of a preview: a page, its language and theme, and the parts of the draft that the page shows. */
export const brandPreview = z.object({
  view: z.enum(previewViews),
  theme: z.enum(themes),
  locale,
  name: freeText(40),
  logo,
  logoDark: logo,
  color: previewColor,
  colorLight: previewColor,
  arches: z.enum(['on', 'off']),
  tagline: freeText(brandTexts.tagline),
  claim: freeText(brandTexts.claim),
  claimSource: z.optional(freeText(brandTexts.claimSource)),
  mailFooter: freeText(brandTexts.mailFooter),
  ...companyFacts,
})

export type BrandPreview = z.output<typeof brandPreview>

/** Returns a check that rejects colors with too little contrast. The name of its rule contains the pair that fails. */
function requireContrast(scheme: 'light' | 'dark') {
  return z.refine<Colors>((colors) => unreadablePair(scheme, colors) === undefined, {
    path: [scheme === 'light' ? 'color' : 'colorLight'],
    error: ({ input }) => `contrast${unreadablePair(scheme, input as Colors)}`,
  })
}

/**
 * Returns the capitalized name of the pair of colors with the lowest contrast; undefined if all are readable, or if
 * another fault must be fixed first.
 */
function unreadablePair(scheme: 'light' | 'dark', colors: Colors): string | undefined {
  if (!isColor(colors.color) || !isColor(colors.colorLight)) return undefined
  // The light scheme's color tints the dark backgrounds, so only its fault is reported until it is fixed.
  if (scheme === 'dark' && worstContrast(contrastsOf('light', colors))) return undefined
  const pair = worstContrast(contrastsOf(scheme, colors))?.pair
  return pair && pair.charAt(0).toUpperCase() + pair.slice(1)
}

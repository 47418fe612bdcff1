import * as z from 'zod/mini'
import { contrastsOf, worstContrast } from './colors.ts'
import { freeText, locale, requiredText } from './fields.ts'
import { locales, type Locale } from './locale.ts'
import { themes } from './theme.ts'

/** In the place of an image: the logo that the variable BRAND_LOGO names. */
export const configuredLogo = 'configured'

/** An image by its hash, the configured logo, or null for none. */
const logo = z.nullable(z.string().check(z.regex(/^(configured|[0-9a-f]{64})$/, 'unknownImage')))

const color = z.string().check(
  z.overwrite((value) => value.trim().toLowerCase()),
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || isColor(value), 'invalidColor'),
)

/** Empty in every language, which leaves the text that comes with the product, or in none. */
function inEveryLanguage(maximum: number) {
  const texts = locales.map((locale) => [locale, freeText(maximum)] as const)
  return z
    .object(Object.fromEntries(texts) as Record<Locale, ReturnType<typeof freeText>>)
    .check(
      ...locales.map((locale) =>
        z.refine<Record<Locale, string>>(
          (each) => each[locale] !== '' || locales.every((other) => each[other] === ''),
          { path: [locale], error: 'everyLanguage' },
        ),
      ),
    )
}

/** The longest text of each kind. */
const brandTexts = { tagline: 120, claim: 300, mailFooter: 300 } as const
export type BrandText = keyof typeof brandTexts
export const brandTextNames = Object.keys(brandTexts) as BrandText[]

/** What the brand studio publishes. */
export const brandSettings = z
  .object({
    name: requiredText(40),
    /** On light grounds, and on dark ones, such as the panel beside the login. */
    logo,
    logoDark: logo,
    /** The brand colour on light grounds, which tints all greys; and the one on dark grounds. */
    color,
    colorLight: color,
    /** Whether the arches show: on the panel beside the login and in illustrations. */
    arches: z.boolean(),
    /** Display name of the sender of mails; empty for the name. Their address stays. */
    senderName: freeText(70).check(
      z.refine((value) => !/[@<>"\p{Bidi_C}]/u.test(value), 'invalidSender'),
    ),
    /** Plain text in each language. */
    texts: z.object({
      tagline: inEveryLanguage(brandTexts.tagline),
      claim: inEveryLanguage(brandTexts.claim),
      mailFooter: inEveryLanguage(brandTexts.mailFooter),
    }),
  })
  .check(isReadable('light'), isReadable('dark'))

export type BrandSettings = z.output<typeof brandSettings>
type Colors = Pick<BrandSettings, 'color' | 'colorLight'>

export function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/.test(value)
}

/** The pages of the portal that a draft can be seen on. */
export const previewViews = ['login', 'home', 'mail', 'admin'] as const

const drawnColor = z.string().check(z.refine(isColor))

/** The query of a preview: a page in one language, and what of the draft it shows. */
export const brandPreview = z.object({
  view: z.enum(previewViews),
  theme: z.enum(themes),
  locale,
  name: freeText(40),
  logo,
  logoDark: logo,
  color: drawnColor,
  colorLight: drawnColor,
  arches: z.enum(['on', 'off']),
  tagline: freeText(brandTexts.tagline),
  claim: freeText(brandTexts.claim),
  mailFooter: freeText(brandTexts.mailFooter),
})

export type BrandPreview = z.output<typeof brandPreview>

/** Refuses a colour whose text could not be read, with the pair that fails as the rule. */
function isReadable(scheme: 'light' | 'dark') {
  return z.refine<Colors>((colors) => unreadablePair(scheme, colors) === undefined, {
    path: [scheme === 'light' ? 'color' : 'colorLight'],
    error: ({ input }) => `contrast${unreadablePair(scheme, input as Colors)}`,
  })
}

function unreadablePair(scheme: 'light' | 'dark', colors: Colors): string | undefined {
  if (!isColor(colors.color) || !isColor(colors.colorLight)) return undefined
  // The dark grounds have the colour of the light ones, which is to be mended first.
  const isFirst = scheme === 'light' || !worstContrast(contrastsOf('light', colors))
  const pair = isFirst ? worstContrast(contrastsOf(scheme, colors))?.pair : undefined
  return pair && pair.charAt(0).toUpperCase() + pair.slice(1)
}

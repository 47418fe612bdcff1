import * as z from 'zod/mini'
import { isSecureUrl } from './address.ts'
import { readLogo, readTexts } from './brand-files.ts'
import { contrast, mixed } from './contrast.ts'

const leastContrast = 4.5
/** Of web/theme.css: what the two colours stand on, and what stands on them. */
export const grounds = {
  light: { page: '#f4f7f5', surface: '#ffffff', onPrimary: '#ffffff', soft: 0.09 },
  dark: {
    page: '#0c1511',
    surface: '#131f19',
    raised: '#1a2922',
    onPrimary: '#0a1c13',
    soft: 0.14,
  },
} as const

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour such as #0b5d3b'))

export const brandVariables = {
  BRAND_NAME: [
    z.string().check(z.minLength(1, 'is empty'), z.maxLength(40, 'is longer than 40 characters')),
    'Portico',
    'Example Pay',
  ],
  SUPPORT_EMAIL: [
    z.email('is not an e-mail address'),
    'support@portico.example',
    'support@example.com',
  ],
  BRAND_COLOR: [colour, '#0b5d3b', '#0b5d3b'],
  BRAND_COLOR_LIGHT: [colour, '#7bc47f', '#7bc47f'],
  BRAND_LOGO: [
    z.string().check(
      z.refine((value) => !value.includes('://') || isSecureUrl(value), {
        error: 'is neither a file nor an https address',
      }),
    ),
    '',
    '/etc/portico/logo.svg',
  ],
  BRAND_TEXTS: [z.string(), '', '/etc/portico/texts.json'],
} as const

type Name = keyof typeof brandVariables
type Values = { [N in Name]: z.output<(typeof brandVariables)[N][0]> }

/** Whose portal it is: pages, mails and the pages of the demo follow. */
export function brandOf(values: Values) {
  return {
    name: values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    color: values.BRAND_COLOR.toLowerCase(),
    colorLight: values.BRAND_COLOR_LIGHT.toLowerCase(),
    logo: readLogo(values.BRAND_LOGO),
    texts: readTexts(values.BRAND_TEXTS),
  }
}

export type Brand = ReturnType<typeof brandOf>

/** A colour that somebody could not read by, with its ratio; a file that is not what it should be. */
export function brandFaults(values: Values): string[] {
  const { light, dark } = grounds
  const [color, pale] = [values.BRAND_COLOR, values.BRAND_COLOR_LIGHT]
  return [
    ...unreadable('BRAND_COLOR', color, [
      light.onPrimary,
      light.surface,
      light.page,
      mixed(color, light.soft, light.surface),
    ]),
    ...unreadable('BRAND_COLOR_LIGHT', pale, [
      dark.onPrimary,
      dark.page,
      dark.surface,
      dark.raised,
      mixed(pale, dark.soft, dark.surface),
    ]),
    ...faultOf('BRAND_LOGO', () => readLogo(values.BRAND_LOGO)),
    ...faultOf('BRAND_TEXTS', () => readTexts(values.BRAND_TEXTS)),
  ]
}

function unreadable(name: Name, color: string, beside: readonly string[]): string[] {
  const ratios = beside.map((each) => ({ each, ratio: contrast(color, each) }))
  const [worst] = ratios.toSorted((one, other) => one.ratio - other.ratio)
  if (!worst || worst.ratio >= leastContrast) return []
  // Rounded down: 4.49 must not be told as 4.5.
  const ratio = Math.floor(worst.ratio * 100) / 100
  return [
    `${name} has a contrast of ${ratio}:1 with ${worst.each}, and needs ${leastContrast}:1. Example: ${name}=${brandVariables[name][2]}`,
  ]
}

function faultOf(name: Name, read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    return [`${name} ${(error as Error).message}. Example: ${name}=${brandVariables[name][2]}`]
  }
}

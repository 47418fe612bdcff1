import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { locales, type Locale } from '#contract/locale.ts'
import type { Values } from './config-table.ts'

const minContrast = 4.5
/** Backgrounds and text colours of web/theme.css that the two brand colours stand on or under. */
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

const maxLogoBytes = 200 * 1024
const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

type Logo = { url: string; file?: { type: string; content: Buffer } }
const textNames = ['tagline', 'claim', 'terms'] as const
type Texts = { [Name in (typeof textNames)[number]]?: Readonly<Record<Locale, string>> }

/** The branding of pages and mails, with the logo and texts read from their files. */
export function readBrand(values: Values) {
  const logo = readLogo(values.BRAND_LOGO)
  return {
    name: values.BRAND_NAME,
    legalName: values.BRAND_LEGAL_NAME || values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    color: values.BRAND_COLOR.toLowerCase(),
    colorLight: values.BRAND_COLOR_LIGHT.toLowerCase(),
    logo,
    /** Mail programs show no other kind. */
    mailLogo: logo?.file?.type === 'image/png' ? logo.file.content : undefined,
    texts: readTexts(values.BRAND_TEXTS),
  }
}

export type Brand = ReturnType<typeof readBrand>

/** What is wrong with a brand colour on these grounds: a contrast too low to read, with its ratio. */
export function faultOfColor(
  color: string,
  { soft, ...colors }: (typeof grounds)[keyof typeof grounds],
): string | undefined {
  const others = [...Object.values(colors), mixColors(color, soft, colors.surface)]
  const ratios = others.map((other) => ({ other, ratio: contrast(color, other) }))
  const [worst] = ratios.toSorted((one, another) => one.ratio - another.ratio)
  if (!worst || worst.ratio >= minContrast) return undefined
  // Rounded down: 4.49 must not read as 4.5.
  const ratio = Math.floor(worst.ratio * 100) / 100
  return `has a contrast of ${ratio}:1 with ${worst.other}, and needs ${minContrast}:1`
}

/** A file is read once and served under a hash of its content. Throws an Error that completes "BRAND_LOGO …". */
export function readLogo(fileOrUrl: string): Logo | undefined {
  if (fileOrUrl === '') return undefined
  if (fileOrUrl.includes('://')) return { url: new URL(fileOrUrl).href }
  const extension = extname(fileOrUrl).toLowerCase()
  const type = logoTypes[extension]
  if (type === undefined) {
    throw new Error(`is a file of another kind than ${Object.keys(logoTypes).join(', ')}`)
  }
  const content = readFile(fileOrUrl)
  if (content.length > maxLogoBytes) throw new Error('is larger than 200 KiB')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { url: `/brand/${hash}${extension}`, file: { type, content } }
}

/** Texts of the operator, each in every language. Throws an Error that completes "BRAND_TEXTS …". */
export function readTexts(path: string): Texts {
  if (path === '') return {}
  const texts = parseObject(readFile(path).toString('utf8'))
  const unknown = Object.keys(texts).filter((name) => !textNames.some((known) => known === name))
  if (unknown.length > 0) throw new Error(`has ${unknown.join(', ')}, which no page shows`)
  for (const [name, translations] of Object.entries(texts)) {
    const missing = locales.filter((locale) => typeof translations?.[locale] !== 'string')
    if (missing.length > 0) throw new Error(`has no ${name} in ${missing.join(', ')}`)
  }
  return texts as Texts
}

function parseObject(text: string): Record<string, Partial<Record<Locale, unknown>> | null> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Same error as for JSON that is no object.
  }
  throw new Error('is not a JSON object')
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

/** WCAG 2.2, "contrast ratio": between 1 and 21. Both as #rrggbb. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((each) => luminance(channels(each)))
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** As `color-mix(in srgb, …)` does: so much of the first over the other. */
export function mixColors(one: string, share: number, other: string): string {
  const under = channels(other)
  const mix = channels(one).map((channel, index) =>
    Math.round(channel * share + (under[index] ?? 0) * (1 - share)),
  )
  return `#${mix.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance([red, green, blue]: ReturnType<typeof channels>): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

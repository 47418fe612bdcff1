import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import {
  contrastsOf,
  minContrast,
  roundedRatio,
  worstContrast,
  type Scheme,
} from '#contract/colors.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { Values } from './config-table.ts'

const maxLogoBytes = 200 * 1024
const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** A logo; `file` is undefined if it is on another host. */
type Logo = { url: string; file?: { type: string; content: Buffer } }
const textNames = ['tagline', 'claim', 'claimSource', 'terms'] as const
/** Names of the texts. The admin area alone sets `mailFooter`. */
type TextName = (typeof textNames)[number] | 'mailFooter'
type Texts = { [Name in TextName]?: Readonly<Record<Locale, string>> | undefined }

export type Brand = {
  name: string
  /** The display name of the sender of emails. */
  senderName: string
  legalName: string
  /** The authority that supervises the company, as are the license and status page below: set in the admin area only. */
  regulator?: string | undefined
  licenseNumber?: string | undefined
  statusUrl?: string | undefined
  supportEmail: string
  /** The brand color on light backgrounds. */
  color: string
  /** The brand color on dark backgrounds. */
  colorLight: string
  /** The logo on light backgrounds. */
  logo: Logo | undefined
  /** The logo on dark backgrounds. */
  logoDark: Logo | undefined
  /** The logo in emails, always a PNG file, because mail programs display no other type reliably. */
  mailLogo: Buffer | undefined
  /** True if pages are decorated with the arches of the built-in logo. */
  arches: boolean
  /** Plain texts that replace the product's own. */
  texts: Texts
}

/** Returns the branding of pages and emails, with the logo and texts read from their files. Throws if a file is invalid. */
export function readBrand(values: Values): Brand {
  const logo = readLogo(values.BRAND_LOGO)
  return {
    name: values.BRAND_NAME,
    senderName: senderOf(values.MAIL_FROM).name || values.BRAND_NAME,
    legalName: values.BRAND_LEGAL_NAME || values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    color: values.BRAND_COLOR.toLowerCase(),
    colorLight: values.BRAND_COLOR_LIGHT.toLowerCase(),
    logo,
    logoDark: logo,
    mailLogo: logo?.file?.type === 'image/png' ? logo.file.content : undefined,
    arches: true,
    texts: readTexts(values.BRAND_TEXTS),
  }
}

/** Splits `Name <address>`, or an address alone, into name and address; the name may be empty. */
export function senderOf(mailFrom: string): { name: string; address: string } {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}

/**
 * Returns an error if the brand color of the scheme has too little contrast, otherwise undefined. The error completes
 * "BRAND_COLOR …" or "BRAND_COLOR_LIGHT …".
 */
export function faultOfColor(
  scheme: Scheme,
  { BRAND_COLOR: color, BRAND_COLOR_LIGHT: colorLight }: Values,
): string | undefined {
  const worst = worstContrast(contrastsOf(scheme, { color, colorLight }))
  if (!worst) return undefined
  return `has a contrast of ${roundedRatio(worst.ratio)}:1 with ${worst.other}, and needs ${minContrast}:1`
}

/**
 * Reads the logo. A file is read once and served under a hash of its content. Returns undefined for an empty value.
 * Throws an Error that completes "BRAND_LOGO …".
 */
export function readLogo(fileOrUrl: string): Logo | undefined {
  if (fileOrUrl === '') return undefined
  if (fileOrUrl.includes('://')) return { url: new URL(fileOrUrl).href }
  const extension = extname(fileOrUrl).toLowerCase()
  const type = logoTypes[extension]
  if (type === undefined) {
    throw new Error(`is not a file of one of these types: ${Object.keys(logoTypes).join(', ')}`)
  }
  const content = readFile(fileOrUrl)
  if (content.length > maxLogoBytes) throw new Error('is larger than 200 KiB')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { url: `/brand/${hash}${extension}`, file: { type, content } }
}

/** Reads the operator's texts, each in every language. Throws an Error that completes "BRAND_TEXTS …". */
export function readTexts(path: string): Texts {
  if (path === '') return {}
  const texts = parseObject(readFile(path).toString('utf8'))
  const unknown = Object.keys(texts).filter((name) => !textNames.some((each) => each === name))
  if (unknown.length > 0) throw new Error(`contains unknown texts: ${unknown.join(', ')}`)
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
    // Malformed JSON gets the same error as JSON that is not an object.
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

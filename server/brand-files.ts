import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { locales, type Locale } from '#contract/locale.ts'

const largestLogo = 200 * 1024
const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

export type Logo = { url: string; file?: { type: string; content: Buffer } }
type InEveryLanguage = Readonly<Record<Locale, string>>
export type Texts = { tagline?: InEveryLanguage; claim?: InEveryLanguage; terms?: InEveryLanguage }

const names = ['tagline', 'claim', 'terms'] as const

/** A file is read once and served under a name of its content; an address is used as it is. */
export function readLogo(given: string): Logo | undefined {
  if (given === '') return undefined
  if (given.includes('://')) return { url: new URL(given).href }
  const ending = extname(given).toLowerCase()
  const type = logoTypes[ending]
  if (type === undefined) {
    throw new Error(`is a file of another kind than ${Object.keys(logoTypes).join(', ')}`)
  }
  const content = read(given)
  if (content.length > largestLogo) throw new Error('is larger than 200 KiB')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { url: `/brand/${hash}${ending}`, file: { type, content } }
}

/** Texts of one's own, each in every language. */
export function readTexts(path: string): Texts {
  if (path === '') return {}
  const given = parse(read(path).toString('utf8'))
  const unknown = Object.keys(given).filter((name) => !names.some((each) => each === name))
  if (unknown.length > 0) throw new Error(`has ${unknown.join(', ')}, which no page shows`)
  for (const [name, words] of Object.entries(given)) {
    const missing = locales.filter((locale) => typeof words?.[locale] !== 'string')
    if (missing.length > 0) throw new Error(`has no ${name} in ${missing.join(', ')}`)
  }
  return given as Texts
}

function parse(text: string): Record<string, Partial<Record<Locale, unknown>> | null> {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
  } catch {
    // Said below.
  }
  throw new Error('is not a JSON object')
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

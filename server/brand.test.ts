import { equal, match, ok, throws } from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  contrast,
  contrastsOf,
  groundsOf,
  mixColors,
  softShares,
  worstContrast,
} from '#contract/colors.ts'
import { locales } from '#contract/locale.ts'
import { readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1025',
}
const folder = mkdtempSync(join(tmpdir(), 'brand-'))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function refused(variables: Record<string, string>, expected: RegExp): void {
  throws(
    () => readConfig({ ...good, ...variables }),
    (error) => {
      match((error as Error).message, expected)
      return true
    },
  )
}

test('contrast returns the contrast ratio of WCAG, and mixColors the mix of two colors', () => {
  equal(contrast('#000000', '#ffffff').toFixed(2), '21.00')
  equal(contrast('#ffffff', '#ffffff').toFixed(2), '1.00')
  equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  equal(mixColors('#000000', 0.25, '#ffffff'), '#bfbfbf')
})

test('SC-18 startup rejects a brand color with too little contrast and names its ratio', () => {
  refused({ BRAND_COLOR: '#7bc47f' }, /BRAND_COLOR has a contrast of 1\.\d+:1 with #[0-9a-f]{6}/)
  refused({ BRAND_COLOR: '#7bc47f' }, /needs 4\.5:1\. Example: BRAND_COLOR=#/)
  refused({ BRAND_COLOR_LIGHT: '#0b5d3b' }, /BRAND_COLOR_LIGHT has a contrast of \d\.?\d*:1 with #/)
  // The contrast is enough on white, but not on the soft background of a selected menu item.
  ok(contrast('#767676', '#ffffff') > 4.5)
  refused({ BRAND_COLOR: '#767676' }, /BRAND_COLOR has a contrast of \d\.\d+:1/)
  refused({ BRAND_COLOR: 'green' }, /BRAND_COLOR is not a color such as #0b5d3b/)
  const { brand } = readConfig({ ...good, BRAND_COLOR: '#1A237E', BRAND_COLOR_LIGHT: '#9fa8da' })
  equal(brand.color, '#1a237e')
  equal(brand.colorLight, '#9fa8da')
})

const theme = readFileSync(new URL('../web/theme.css', import.meta.url), 'utf8')
/** Edge cases: the darkest and brightest allowed colors, and pure hues. */
const brands = [
  ['#0b5d3b', '#7bc47f'],
  ['#000000', '#ffffff'],
  ['#6b6b6b', '#b0b0b0'],
  ['#1a237e', '#9fa8da'],
  ['#b00000', '#ffb0a8'],
  ['#0000ff', '#c8c8ff'],
  ['#006b00', '#00ff00'],
] as const

/** Returns the value of a variable of web/theme.css for the brand colors. */
function themed(
  name: string,
  scheme: 'light' | 'dark',
  [color, colorLight]: (typeof brands)[number],
) {
  const declared = new RegExp(`--${name}: ([^;]+);`).exec(theme)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''
  const values = ['--brand', '--brand-light'].map((each) => `var(${each})`)
  const mixes = /color-mix\( ?in srgb, (#\w{6}) (\d+)%, (#\w{6}) ?\)/
  let value = declared.replaceAll(values[1]!, colorLight).replaceAll(values[0]!, color)
  for (let mix = mixes.exec(value); mix; mix = mixes.exec(value))
    value = value.replace(mix[0], mixColors(mix[1]!, Number(mix[2]) / 100, mix[3]!))
  const [, light, dark] = /^light-dark\( ?(#\w{6}), (#\w{6}) ?\)$/.exec(value) ?? []
  ok(light !== undefined && dark !== undefined, `${name}: ${value}`)
  return scheme === 'light' ? light : dark
}

test('groundsOf returns the backgrounds that web/theme.css defines', () => {
  for (const brand of brands) {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, surface, onPrimary, ...others } = groundsOf(brand[0], scheme)
      equal(themed('page', scheme, brand), page)
      equal(themed('surface', scheme, brand), surface)
      equal(themed('on-primary', scheme, brand), onPrimary)
      if ('raised' in others) equal(themed('raised', scheme, brand), others.raised)
      const own = brand[scheme === 'light' ? 0 : 1]
      equal(themed('primary-soft', scheme, brand), mixColors(own, softShares[scheme], surface))
    }
  }
})

test('B11 text on the tinted grays is readable for every allowed brand color', () => {
  for (const brand of brands) {
    const [color, colorLight] = brand
    for (const scheme of ['light', 'dark'] as const) {
      equal(
        worstContrast(contrastsOf(scheme, { color, colorLight })),
        undefined,
        `${color} ${scheme}`,
      )
      for (const ground of ['page', 'surface', 'raised', 'primary-soft']) {
        const under = themed(ground, scheme, brand)
        for (const [over, minimum] of [
          ['text', 7],
          ['text-soft', 4.5],
          ['control-line', 3],
        ] as const) {
          if (over === 'control-line' && ground === 'primary-soft') continue
          const ratio = contrast(themed(over, scheme, brand), under)
          ok(ratio >= minimum, `${over} on ${ground}, ${color} ${scheme}: ${ratio}`)
        }
      }
    }
  }
})

test('SC-18 BRAND_LOGO accepts a file or an https URL', () => {
  const svg = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const { logo } = readConfig({ ...good, BRAND_LOGO: svg }).brand
  match(logo?.url ?? '', /^\/brand\/[0-9a-f]{16}\.svg$/)
  equal(logo?.file?.type, 'image/svg+xml')
  const elsewhere = readConfig({ ...good, BRAND_LOGO: 'https://cdn.example.com/logo.svg' })
  equal(elsewhere.brand.logo?.url, 'https://cdn.example.com/logo.svg')
  const quoted = readConfig({ ...good, BRAND_LOGO: 'https://cdn.example.com/a"><script>.svg' })
  equal(quoted.brand.logo?.url, 'https://cdn.example.com/a%22%3E%3Cscript%3E.svg')
  refused({ BRAND_LOGO: join(folder, 'none.svg') }, /BRAND_LOGO cannot be read \(ENOENT\)/)
  refused({ BRAND_LOGO: file('logo.gif', 'x') }, /BRAND_LOGO is not a file of one of .* \.svg/)
  const large = file('logo.png', Buffer.alloc(201 * 1024))
  refused({ BRAND_LOGO: large }, /BRAND_LOGO is larger than 200 KiB/)
  refused({ BRAND_LOGO: 'http://cdn.example.com/logo.svg' }, /neither a file nor an https URL/)
})

test('SC-17 startup fails if a text in BRAND_TEXTS is missing in a language', () => {
  const tagline = Object.fromEntries(locales.map((locale) => [locale, `Paid, ${locale}`]))
  const whole = file('texts.json', JSON.stringify({ tagline }))
  equal(readConfig({ ...good, BRAND_TEXTS: whole }).brand.texts.tagline?.fr, 'Paid, fr')
  const { zh: _, ...rest } = tagline
  const short = file('short.json', JSON.stringify({ tagline: rest }))
  refused({ BRAND_TEXTS: short }, /BRAND_TEXTS has no tagline in zh/)
  refused(
    { BRAND_TEXTS: file('odd.json', '{"slogan":{}}') },
    /BRAND_TEXTS contains unknown texts: slogan/,
  )
  refused({ BRAND_TEXTS: file('list.json', '[]') }, /BRAND_TEXTS is not a JSON object/)
  refused({ BRAND_TEXTS: file('torn.json', '{') }, /BRAND_TEXTS is not a JSON object/)
})

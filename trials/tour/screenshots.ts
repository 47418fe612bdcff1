import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { withPortico } from './portico.ts'
import type { Stage } from './stage.ts'
import { tour } from './tour.ts'
import { toWebp } from './webp.ts'

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }
const schemes = ['light', 'dark'] as const
const languages: Locale[] = ['en', 'ar']

type Look = { size: keyof typeof sizes; scheme: (typeof schemes)[number] }

/** The screenshots in the README and the documentation. */
const documentedLooks: Record<string, Partial<Record<Locale, Look[]>>> = {
  login: {
    en: [
      { size: 'desk', scheme: 'light' },
      { size: 'phone', scheme: 'dark' },
    ],
    ar: [{ size: 'desk', scheme: 'dark' }],
  },
  'sign-up': { en: [{ size: 'phone', scheme: 'light' }] },
  'login-set-up': { en: [{ size: 'desk', scheme: 'light' }] },
  profile: {
    en: [{ size: 'desk', scheme: 'light' }],
    ar: [{ size: 'phone', scheme: 'light' }],
  },
  security: {
    en: [{ size: 'desk', scheme: 'light' }],
    ar: [{ size: 'desk', scheme: 'light' }],
  },
  'audit-logs': {
    en: [
      { size: 'desk', scheme: 'light' },
      { size: 'desk', scheme: 'dark' },
    ],
  },
  users: {
    en: [{ size: 'desk', scheme: 'light' }],
    ar: [{ size: 'phone', scheme: 'dark' }],
  },
  company: { en: [{ size: 'desk', scheme: 'light' }] },
  'admin-users-roles': { en: [{ size: 'desk', scheme: 'light' }] },
}

const everyLook = schemes.flatMap((scheme) =>
  (Object.keys(sizes) as Look['size'][]).map((size): Look => ({ size, scheme })),
)

const { values, positionals } = parseArgs({
  options: { all: { type: 'string' }, to: { type: 'string', default: 'docs/screens' } },
  allowPositionals: true,
})
const { all } = values
const folder = all ?? values.to
const failures: string[] = []
let count = 0

await mkdir(folder, { recursive: true })
await withPortico(async (browser) => {
  const { fillLists, viewsNamed } = await import('./views.ts')
  await fillLists()
  const views = viewsNamed(positionals).filter(
    ({ name }) => all !== undefined || documentedLooks[name],
  )
  await tour({
    browser,
    locales: languages,
    views,
    // The documentation's images have a lower resolution, to keep the repository small.
    options: { deviceScaleFactor: all === undefined ? 1.5 : 1 },
    look: async (stage, { name }) => {
      const looks = all === undefined ? (documentedLooks[name]?.[stage.locale] ?? []) : everyLook
      for (const look of looks) await take(browser, stage, { ...look, name })
    },
    onFailure: ({ name }, locale, { message }) => {
      failures.push(`${name} in ${locale}: ${message.split('\n')[0]}`)
    },
  })
})
console.log(`${count} screens in ${folder}`)
if (failures.length > 0) console.log(`Not taken:\n${failures.join('\n')}`)
process.exit(failures.length > 0 ? 1 : 0)

async function take(
  browser: Browser,
  stage: Stage,
  { name, size, scheme }: Look & { name: string },
) {
  const { page, locale } = stage
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize(sizes[size])
  await page.evaluate('document.fonts.ready')
  const file = join(folder, `${name}-${locale}-${size}-${scheme}`)
  // A dialog is relative to the window, not to the page's height.
  const fullPage = all !== undefined && (await page.locator('dialog[open]').count()) === 0
  const png = await page.screenshot({ fullPage, animations: 'disabled' })
  if (all === undefined) await writeFile(`${file}.webp`, await toWebp(browser, png))
  else await writeFile(`${file}.png`, png)
  count += 1
}

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { isLocale, locales, type Locale } from '#contract/locale.ts'
import * as keyboard from './keyboard.ts'
import * as measure from './measures.ts'
import { withPortico } from './portico.ts'
import type { Stage } from './stage.ts'
import { tour } from './tour.ts'
import { states, type View } from './view.ts'

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1360, height: 900 } }
const schemes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
/** A left-to-right language and a right-to-left one. */
const bothDirections: readonly Locale[] = ['en', 'ar']
/** The recommended target size for touch in pixels (WCAG 2.5.5), and the minimum (2.5.8). */
const forFingers = 44
const least = 24

const { values, positionals } = parseArgs({
  options: { languages: { type: 'string' } },
  allowPositionals: true,
})
const requested = values.languages?.split(',') ?? locales
const isShown = (locale: Locale) => locale !== 'zh' || hasChineseFont()
const languages = locales.filter((locale) => requested.includes(locale) && isShown(locale))
if (requested.includes('zh') && !languages.includes('zh'))
  console.log('skipped: zh, because no font has its characters (Debian: fonts-noto-cjk)')
if (languages.length === 0 || !requested.every(isLocale)) {
  console.log(`Languages are ${locales.join(', ')}, such as --languages en,ar`)
  process.exit(2)
}

/** Returns false where boxes would take the place of characters, so that links would seem too small. */
function hasChineseFont(): boolean {
  const { error, stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return error !== undefined || stdout !== ''
}

const faults = new Map<string, Set<string>>()
let looks = 0
let selectedViews: View[] = []
const start = performance.now()

await withPortico(async (browser) => {
  const { fillLists, forgottenPages, viewsNamed } = await import('./views.ts')
  for (const page of forgottenPages()) note('addresses', `no view shows the page ${page}`)
  await fillLists()
  selectedViews = viewsNamed(positionals)
  await tour({
    browser,
    locales: languages,
    views: selectedViews,
    // Bypasses the portal's policy, because axe injects its own script.
    options: { bypassCSP: true },
    look: measureView,
    onFailure: ({ name }, locale, { message }) =>
      note(`${name} ${locale}`, `${name} could not be shown: ${message.split('\n')[0]}`),
  })
})
report()

async function measureView(stage: Stage, { name, state }: View): Promise<void> {
  const { page, locale } = stage
  const at = `${name} ${locale}`
  note(at, await measure.missingParts(stage, state))
  note(`${at} less motion`, await measure.movingParts(page))
  for (const [size, viewport] of Object.entries(sizes)) {
    await measure.resize(page, viewport)
    for (const [scheme, media] of Object.entries(schemes)) {
      // Colors do not depend on the language, so that one language of each direction is enough for the other schemes.
      if (scheme !== 'light' && !bothDirections.includes(locale)) continue
      await page.emulateMedia(media)
      // In the other schemes, checks only the color rules, because nothing else differs.
      const rules = scheme === 'light' ? undefined : measure.colourRules
      note(`${at} ${size} ${scheme}`, await measure.brokenRules(page, rules))
      looks += 1
    }
    await page.emulateMedia(schemes.light)
    note(`${at} ${size}`, await measure.targetsBelow(page, size === 'phone' ? forFingers : least))
    note(`${at} ${size} wide letters`, await measure.lostInSpaced(page))
  }
  note(`${at} large letters`, await measure.lostInLarge(page))
  note(`${at} 320 px`, await measure.lostInNarrow(page))
  // Presses keys last, because that moves the focus. The order is the same in all left-to-right languages.
  if (bothDirections.includes(locale)) await pressKeys(page, at)
}

async function pressKeys(page: Page, at: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await measure.resize(page, viewport)
    note(`${at} ${size} keyboard`, await keyboard.lostOnKeyboard(page))
  }
  note(`${at} keyboard`, await keyboard.lostAtSkipLink(page))
  note(`${at} keyboard`, await keyboard.lostAfterEscape(page))
}

function note(where: string, newFaults: string | string[]): void {
  for (const each of [newFaults].flat()) {
    const places = faults.get(each) ?? new Set()
    if (places.size === 0) console.log(`${where}: ${each}`)
    faults.set(each, places.add(where))
  }
}

function report(): void {
  console.log(faults.size > 0 ? '\nAll faults and the views that have them:' : '')
  for (const [fault, places] of faults) {
    const [first = '', ...others] = places
    console.log(`${fault}\n    ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`)
  }
  const pages = new Set(selectedViews.map((view) => view.of)).size
  const seen = states.filter((state) => selectedViews.some((view) => view.state === state))
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  console.log(
    `\n${pages} pages × ${languages.length} languages × ${Object.keys(sizes).length} sizes × ` +
      `${seen.length} states (${seen.join(', ')}): ` +
      `${selectedViews.length} views, looked at ${looks} times in ${minutes} min, ${faults.size} faults`,
  )
  process.exit(faults.size > 0 ? 1 : 0)
}

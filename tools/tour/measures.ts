import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { directionOf } from '#contract/locale.ts'
import type { Stage } from './stage.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

export const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules of axe that the page breaks as it stands there: of these, or of all of level A and AA. */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const asked = rules ? axe.withRules(rules) : axe.withTags(levels)
  const { violations } = await asked.analyze()
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(' | ')}`,
  )
}

/** What can be pressed but is smaller than this, in pixels. */
export function targetsBelow(page: Page, least: number): Promise<string[]> {
  return page.evaluate<string[]>(`tour.targetsBelow(${least})`)
}

/** WCAG 1.4.10: in a window of 320 pixels nothing is lost, and one scrolls in one direction only. */
export async function lostInNarrow(page: Page): Promise<string[]> {
  await resize(page, { width: 320, height: 640 })
  return lost(page)
}

/** What floats above the page finds its place again a moment later. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForTimeout(150)
}

/** WCAG 1.4.4: with letters twice as large. */
export async function lostInLarge(page: Page): Promise<string[]> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const found = await lost(page)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return found
}

export async function lostInSpaced(page: Page): Promise<string[]> {
  const style = await page.addStyleTag({ content: spacing })
  const found = await lost(page)
  await style.evaluate((element) => (element as unknown as { remove(): void }).remove())
  return found
}

function lost(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('tour.lost()')
}

type Frame = { lang: string; dir: string; title: string; headings: number; mains: number }

/** What every page has: its language and direction, a title, one heading, at most one main part. */
export async function missingParts({ page, locale }: Stage, isLoading: boolean): Promise<string[]> {
  const { lang, dir, title, headings, mains } = await page.evaluate<Frame>('tour.frame()')
  return [
    lang !== locale && `its language is "${lang}"`,
    dir !== directionOf(locale) && `it is read "${dir}"`,
    title.trim() === '' && 'it has no title',
    headings !== 1 && !isLoading && `it has ${headings} headings of level 1`,
    mains > 1 && `it has ${mains} main parts`,
  ].filter((each) => each !== false)
}

type Focused = { index: number; name: string; isMarked: boolean; isCovered: boolean }

/** By Tab alone: each control is reached, in the order of the page, and one sees where one is. */
export async function lostOnKeyboard(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>('tour.number()')
  const found: string[] = []
  const reached = new Set<number>()
  let last = -1
  let wraps = 0
  for (let presses = 0; presses < names.length + 15; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focused | undefined>('tour.focused()')
    if (at === undefined || reached.has(at.index)) {
      if (reached.size > 0) break
      continue
    }
    if (at.index < 0) continue
    reached.add(at.index)
    // What opens may begin in its middle, and goes around once.
    if (at.index < last) wraps += 1
    if (at.index < last && wraps > 1) found.push(`${at.name} comes after what stands below it`)
    last = at.index
    if (!at.isMarked) found.push(`${at.name} has the focus and does not show it`)
    if (at.isCovered) found.push(`${at.name} has the focus and is covered`)
  }
  const missed = names.filter((_, index) => !reached.has(index))
  return [...found, ...missed.map((name) => `${name} is not reached by Tab`)]
}

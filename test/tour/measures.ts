import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { directionOf } from '#contract/locale.ts'
import type { Stage } from './stage.ts'
import type { State } from './view.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

export const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules of axe that the page breaks as it stands there: of these, or of all of level A and AA. */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  // Once for a page, and asked for nothing but what is wrong: it is asked six times over.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: levels }
  return page.evaluate<string[]>(`tour.brokenRules(${JSON.stringify(runOnly)})`)
}

/** What can be pressed but is smaller than this, in pixels. */
export function targetsBelow(page: Page, least: number): Promise<string[]> {
  return page.evaluate<string[]>(`tour.targetsBelow(${least})`)
}

/** WCAG 1.4.10: in a window of 320 pixels nothing is lost, and one scrolls in one direction only. */
export async function lostInNarrow(page: Page): Promise<string[]> {
  await resize(page, { width: 320, height: 640 })
  return [...(await lost(page)), ...(await page.evaluate<string[]>('tour.scrolledSideways()'))]
}

/** What moves although the browser asks for less of it. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('tour.moving()')
}

/** What floats above the page finds its place again a moment later. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForTimeout(150)
}

/** WCAG 1.4.4: with letters twice as large. */
export async function lostInLarge(page: Page): Promise<string[]> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await drawn(page)
  const found = await lost(page)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return found
}

export async function lostInSpaced(page: Page): Promise<string[]> {
  const style = await page.addStyleTag({ content: spacing })
  await drawn(page)
  const found = await lost(page)
  await style.evaluate((element) => (element as unknown as { remove(): void }).remove())
  return found
}

/** What floats above the page follows what grew in the frame after it. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))',
  )
}

function lost(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('tour.lost()')
}

type Frame = {
  lang: string
  dir: string
  title: string
  headings: number
  mains: number
  isServed: boolean
  voices: number
}

/** What every page has: its language and direction, a title, one heading, at most one main part, a voice. */
export async function missingParts({ page, locale }: Stage, state: State): Promise<string[]> {
  const frame = await page.evaluate<Frame>('tour.frame()')
  const { lang, dir, title, headings, mains, isServed, voices } = frame
  const isLoading = state === 'loading'
  const unsaid = isServed ? [] : await page.evaluate<string[]>(`tour.unsaid('${state}')`)
  return [
    ...unsaid,
    lang !== locale && `its language is "${lang}"`,
    dir !== directionOf(locale) && `it is read "${dir}"`,
    title.trim() === '' && 'it has no title',
    headings !== 1 && !isLoading && `it has ${headings} headings of level 1`,
    mains > 1 && `it has ${mains} main parts`,
    !isServed && !isLoading && voices < 1 && 'it has no live region to speak from',
  ].filter((each) => each !== false)
}

import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { directionOf, langOf } from '#contract/locale.ts'
import type { Stage } from './stage.ts'
import type { State } from './view.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The text spacing of WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns the axe rules that the page in its current state violates: of the given rules, or of all at level A and AA.
 */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  // Injects axe once per page, and requests only violations, because each page is checked six times.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: levels }
  return page.evaluate<string[]>(`tour.brokenRules(${JSON.stringify(runOnly)})`)
}

/** Returns the controls smaller than this, in pixels. */
export function targetsBelow(page: Page, least: number): Promise<string[]> {
  return page.evaluate<string[]>(`tour.targetsBelow(${least})`)
}

/** WCAG 1.4.10: in a window of 320 pixels nothing is lost, and the page scrolls in one direction only. */
export async function lostInNarrow(page: Page): Promise<string[]> {
  await resize(page, { width: 320, height: 640 })
  return [...(await lost(page)), ...(await page.evaluate<string[]>('tour.scrolledSideways()'))]
}

/** Returns the elements that move despite `prefers-reduced-motion`. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('tour.moving()')
}

/** Resizes the window, and waits until overlays are positioned again. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForTimeout(150)
}

/** WCAG 1.4.4: returns what is lost with text twice as large. */
export async function lostInLarge(page: Page): Promise<string[]> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await drawn(page)
  const lostParts = await lost(page)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return lostParts
}

export async function lostInSpaced(page: Page): Promise<string[]> {
  const style = await page.addStyleTag({ content: spacing })
  await drawn(page)
  const lostParts = await lost(page)
  await style.evaluate((element) => (element as unknown as { remove(): void }).remove())
  return lostParts
}

/** Waits two frames, because overlays follow the page one frame later. */
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

/**
 * Returns the missing parts that every page needs: language and direction, a title, one heading, at most one main
 * element, a live region.
 */
export async function missingParts({ page, locale }: Stage, state: State): Promise<string[]> {
  const frame = await page.evaluate<Frame>('tour.frame()')
  const { lang, dir, title, headings, mains, isServed, voices } = frame
  const isLoading = state === 'loading'
  const notAnnounced = isServed
    ? []
    : await page.evaluate<string[]>(`tour.notAnnounced('${state}')`)
  return [
    ...notAnnounced,
    lang !== langOf(locale) && `the page's language is "${lang}"`,
    dir !== directionOf(locale) && `the page's direction is "${dir}"`,
    title.trim() === '' && 'the page has no title',
    headings !== 1 && !isLoading && `the page has ${headings} headings of level 1`,
    mains > 1 && `the page has ${mains} main elements`,
    !isServed && !isLoading && voices < 1 && 'the page has no live region',
  ].filter((each) => each !== false)
}

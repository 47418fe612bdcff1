import type { Page } from '@playwright/test'

type Focused = {
  index: number
  name: string
  isMarked: boolean
  isCovered: boolean
  isHidden: boolean
}

/** By Tab alone: each control is reached, in the order of the page, and one sees and hears where one is. */
export async function lostOnKeyboard(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>('tour.number()')
  const found: string[] = []
  const reached = new Set<number>()
  let last = -1
  let wraps = 0
  // Buttons that show only with the focus, such as those that copy an address, are not among the names.
  for (let presses = 0; presses < 2 * names.length + 15; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focused | undefined>('tour.focused()')
    // A field of a date has several stops.
    if (at !== undefined && at.index === last) continue
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
    found.push(...faultsOf(at))
  }
  const missed = names.filter((_, index) => !reached.has(index))
  return [...found, ...missed.map((name) => `${name} is not reached by Tab`)]
}

function faultsOf({ name, isMarked, isCovered, isHidden }: Focused): string[] {
  return [
    !isMarked && `${name} has the focus and does not show it`,
    isCovered && `${name} has the focus and is covered`,
    isHidden && `${name} has the focus and is hidden from those who listen`,
  ].filter((each) => each !== false)
}

/** WCAG 2.4.1: one press leads past the navigation. */
export async function lostAtSkipLink(page: Page): Promise<string[]> {
  if (!(await page.evaluate('tour.atSkipLink()'))) return []
  await page.keyboard.press('Enter')
  const isThere = await page.evaluate("document.activeElement?.id === 'content'")
  return isThere ? [] : ['the way past the navigation does not lead to the content']
}

type After = { isSomewhere: boolean } | undefined

/** What Escape closes gives the focus back to where it came from. */
export async function lostAfterEscape(page: Page): Promise<string[]> {
  // Comes by itself, so there is nowhere to go back to; or it stays open.
  const isOpened = await page.evaluate(
    "Boolean(document.querySelector('dialog:modal, :popover-open'))",
  )
  if (!isOpened || (await page.locator('[role=alertdialog], [data-log-in-again]').count()) > 0)
    return []
  const dialogs = page.locator('dialog[open]')
  const before = await dialogs.count()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(150)
  // A form that was filled in asks before it is dropped.
  if ((await dialogs.count()) > before) return []
  const after = await page.evaluate<After>('tour.afterEscape()')
  if (after === undefined) return ['Escape does not close it']
  return after.isSomewhere ? [] : ['what Escape closed leaves the focus nowhere']
}

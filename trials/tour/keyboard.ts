import type { Page } from '@playwright/test'

type Focused = {
  index: number
  name: string
  isMarked: boolean
  isCovered: boolean
  isHidden: boolean
}

/** Requires Tab to reach each control in document order, with a visible focus and an accessible name. */
export async function lostOnKeyboard(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>('tour.number()')
  const faults: string[] = []
  const reached = new Set<number>()
  let last = -1
  let wraps = 0
  // The limit allows for controls that appear only with the focus, such as copy buttons, which are not numbered.
  for (let presses = 0; presses < 2 * names.length + 15; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focused | undefined>('tour.focused()')
    // A date field has several stops.
    if (at !== undefined && at.index === last) continue
    if (at === undefined || reached.has(at.index)) {
      if (reached.size > 0) break
      continue
    }
    if (at.index < 0) continue
    reached.add(at.index)
    // An overlay may start in its middle and wrap around once.
    if (at.index < last) wraps += 1
    if (at.index < last && wraps > 1) faults.push(`${at.name} comes after an element below it`)
    last = at.index
    faults.push(...faultsOf(at))
  }
  const missed = names.filter((_, index) => !reached.has(index))
  return [...faults, ...missed.map((name) => `${name} is not reached by Tab`)]
}

function faultsOf({ name, isMarked, isCovered, isHidden }: Focused): string[] {
  return [
    !isMarked && `${name} has the focus without a visible indicator`,
    isCovered && `${name} has the focus and is covered`,
    isHidden && `${name} has the focus and is hidden from screen readers`,
  ].filter((each) => each !== false)
}

/** WCAG 2.4.1: one press skips the navigation. */
export async function lostAtSkipLink(page: Page): Promise<string[]> {
  if (!(await page.evaluate('tour.atSkipLink()'))) return []
  await page.keyboard.press('Enter')
  const isThere = await page.evaluate("document.activeElement?.id === 'content'")
  return isThere ? [] : ['the way past the navigation does not lead to the content']
}

type After = { isSomewhere: boolean } | undefined

/** Requires Escape to return the focus to the control that opened the overlay. */
export async function lostAfterEscape(page: Page): Promise<string[]> {
  // An overlay that appeared automatically has no such control; another may stay open.
  const isOpened = await page.evaluate(
    "Boolean(document.querySelector('dialog:modal, :popover-open'))",
  )
  if (!isOpened || (await page.locator('[role=alertdialog], [data-log-in-again]').count()) > 0)
    return []
  const dialogs = page.locator('dialog[open]')
  const before = await dialogs.count()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(150)
  // A filled-in form asks for confirmation before it closes.
  if ((await dialogs.count()) > before) return []
  const after = await page.evaluate<After>('tour.afterEscape()')
  if (after === undefined) return ['Escape does not close the overlay']
  return after.isSomewhere ? [] : ['the focus is lost after Escape']
}

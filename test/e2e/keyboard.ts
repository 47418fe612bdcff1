import { expect, type Locator, type Page } from '@playwright/test'

const furthest = 80

/** Presses Tab until what she wants has the focus: nothing is clicked, nothing is focused by a script. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < furthest; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${String(target)}`)
}

/** Types in the place of what stands there: coming by Tab marks it all. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  if (await hasFocus(target)) {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
  }
  await tabTo(page, target)
  await page.keyboard.type(text)
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await expect(target).toBeEnabled()
  await page.keyboard.press(key)
}

/** A fault of one field: the focus is there, and the fault is read with it. */
export async function saysWrong(field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(text)))
}

/** Several faults, or one of the whole form: announced over the form, where the focus is. */
export async function saysOverForm(page: Page, text: string): Promise<Locator> {
  const summary = page.getByRole('alert').filter({ hasText: text })
  await expect(summary).toBeFocused()
  return summary
}

/** The step that follows is told by its heading. */
export async function stepIs(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches(':focus'))
}

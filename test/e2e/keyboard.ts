import { expect, type Locator, type Page } from '@playwright/test'

const furthest = 80

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // Retries, because Tab does not reach the form until the page has been checked and hydrated.
  await expect
    .poll(() =>
      target.evaluate(
        (element) => element.closest('[inert]') === null && !element.matches(':disabled'),
      ),
    )
    .toBe(true)
  for (let presses = 0; presses < furthest; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${String(target)}`)
}

/** Replaces the text of a field. Focusing the field by Tab selects its text. */
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

/** Expects the field to have the focus and to be described by the error. */
export async function expectFieldError(field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(text)))
}

/** Expects the error summary above the form to have the focus. */
export async function expectErrorSummary(page: Page, text: string): Promise<Locator> {
  const summary = page.getByRole('alert').filter({ hasText: text })
  await expect(summary).toBeFocused()
  return summary
}

/** Expects the code step with its field focused, so that the user can type immediately (U1). */
export async function expectCodeStep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('main form input')).toBeFocused()
}

/** Expects the heading of the next step to have the focus. */
export async function expectStep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches(':focus'))
}

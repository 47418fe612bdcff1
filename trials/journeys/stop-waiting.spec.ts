import { expect } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { expectAccessible, setLocale, test } from '../../test/e2e/stage.ts'

test('AP-03 SC-16 waiting for the login can be stopped, in each language', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/users/login', () => undefined)
  for (const locale of locales) {
    const [t, login] = [fieldMessages[locale], loginMessages[locale]]
    await setLocale(page, locale)
    await page.goto('/login')
    await page.getByLabel(login.email, { exact: true }).fill('ada@quay.example')
    await page.getByLabel(login.password, { exact: true }).fill('Wrong-Harbour-1')
    await page.getByRole('button', { name: login.logIn, exact: true }).click()
    await expect(page.getByRole('button', { name: t.sending })).toBeVisible()
    await page.clock.fastForward(5_000)
    await page.getByRole('button', { name: t.stopWaiting }).click()
    await expect(page.getByRole('alert').filter({ hasText: t.aborted })).toBeFocused()
    await expect(page.getByRole('button', { name: login.logIn, exact: true })).toBeVisible()
  }
  await expectAccessible(page)
})

import { expect } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/messages.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { enterIn } from './people.ts'
import { isAccessible, setLocale, test } from './stage.ts'

test('AP-03 a user who has waited long can stop waiting, learns what that means, and loses no input', async ({
  page,
}) => {
  const t = fieldMessages.en
  const profile = profileMessages.en
  await page.clock.install()
  await enterIn(page, 'en')
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  )
  await page.getByLabel(profile.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await page.clock.fastForward(3_000)
  await expect(page.getByRole('button', { name: t.stopWaiting })).toHaveCount(0)
  await page.clock.fastForward(2_000)
  const stop = page.getByRole('button', { name: t.stopWaiting })
  await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  await page.keyboard.press('Enter')
  const told = page.getByRole('alert').filter({ hasText: t.aborted })
  await expect(told).toBeFocused()
  await expect(stop).toHaveCount(0)
  await expect(page.getByLabel(profile.jobTitle)).toHaveValue('Pilot')
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
})

test('AP-03 SC-16 the same at the login in each language', async ({ page }) => {
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
  await isAccessible(page)
})

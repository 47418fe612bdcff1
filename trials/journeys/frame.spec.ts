import { expect } from '@playwright/test'
import { frameMessages as messages } from '../../app/web/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { enterIn } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { setLocale, test } from '../../test/e2e/stage.ts'

const t = messages.en

test('SC-19 SC-18 EN-06 from 1280 px on, the toggle collapses and expands the navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterIn(page, 'en')
  const navigation = page.getByRole('navigation', { name: t.navigation })
  const width = async () => (await navigation.boundingBox())?.width ?? 0
  const wide = await width()
  await page.getByRole('button', { name: t.toggleNavigation }).click()
  await expect.poll(width).toBeLessThan(wide - 50)
  await expect(navigation.getByRole('link', { name: t.security })).toBeVisible()
  await page.getByRole('button', { name: t.toggleNavigation }).click()
  await expect.poll(width).toBe(wide)
})

test('SC-18 the primary button is dark green in light mode, and light green in dark mode', async ({
  page,
}) => {
  await setLocale(page, 'en')
  await page.goto('/login')
  const button = page.getByRole('button', { name: loginMessages.en.logIn, exact: true })
  await expect(button).toHaveCSS('background-color', 'rgb(11, 93, 59)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(button).toHaveCSS('background-color', 'rgb(123, 196, 127)')
})

test('RT-18 the well-known URL for changing passwords leads through the login to the panel', async ({
  page,
}) => {
  await setLocale(page, 'en')
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2Fsecurity%23change-password$/)
  await enterIn(page, 'en', '/.well-known/change-password')
  await expect(page).toHaveURL(`${urls.portal}/main/security#change-password`)
  await expect(page.getByRole('textbox').first()).toBeVisible()
})

test('a menu opened while the next page loads stays open', async ({ page }) => {
  await enterIn(page, 'en')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: t.helpCenter }).first().click()
  await page.getByRole('button', { name: t.accountMenu }).click()
  release()
  await expect(page.getByRole('heading', { level: 1, name: t.helpCenter })).toBeVisible()
  await expect(page.getByRole('button', { name: t.logOut })).toBeVisible()
})

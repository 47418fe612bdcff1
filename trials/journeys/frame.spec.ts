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

test('3K14: with text at 200 % on a phone, the home page is no wider than the phone and breaks no word of a platform', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterIn(page, 'en', '/main/home')
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(390)
  const account = await page.getByRole('button', { name: t.accountMenu }).boundingBox()
  expect((account?.x ?? 390) + (account?.width ?? 0)).toBeLessThanOrEqual(390)
  const brokenWords =
    await page.evaluate(`[...document.querySelectorAll('main a bdi')].flatMap((each) => {
    const text = each.firstChild
    return [...(text?.data ?? '').matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
    }).map(([word]) => word)
  })`)
  expect(brokenWords).toEqual([])
})

test('the account menu links to the pages of the account, and switches language and theme', async ({
  page,
}) => {
  await enterIn(page, 'en', '/main/home')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('combobox')).toHaveCount(0)
  await page.getByRole('button', { name: t.accountMenu }).click()
  const menu = page.getByRole('group', { name: t.accountMenu })
  await expect(menu.getByRole('link', { name: t.personalDetails })).toBeVisible()
  await menu.getByText(t.theme_dark).click({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.getByRole('combobox').selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const french = page.getByRole('group', { name: messages.fr.accountMenu })
  await expect(french.getByRole('link', { name: messages.fr.security })).toBeVisible()
})

import { expect } from '@playwright/test'
import { test } from './stage.ts'

test('the documentation leads from page to page by its menu, its next page and its contents', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/developers')
  const menu = page.getByRole('navigation', { name: 'Documentation' })
  await expect(menu.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'OpenID Connect login' }).click()
  await expect(page).toHaveURL(/\/developers\/login$/)
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Login' })
    .click()
  await expect(page).toHaveURL(/#login$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Login' })).toBeInViewport()
  await page.getByRole('link', { name: 'Next Claims and roles' }).click()
  await expect(page).toHaveURL(/\/developers\/claims$/)
  await menu.getByRole('link', { name: 'Platform API' }).click()
  await menu.getByRole('link', { name: 'POST Invite to platform' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invite to platform')
  await expect(page.getByText('for developers')).toHaveCount(0)
  await expect(page.getByText('in English only')).toBeVisible()
})

test('the search is opened, used and closed by the keyboard', async ({ page }) => {
  await page.goto('/developers')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await expect(field).toBeFocused()
  await page.keyboard.type('invite to plat')
  const first = page.getByRole('option').first()
  await expect(first).toHaveText(/POST Invite to platform/)
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type('form')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invite-to-platform$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing of the kind')
  await expect(page.getByRole('status')).toHaveText('No results')
})

test('a button copies the code, and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers/tutorial')
  const code = page.locator('.code', { hasText: 'npm start' })
  await code.hover()
  await code.getByRole('button').click()
  await expect(code.getByRole('button')).toHaveText('Copied')
  await expect(page.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start')
})

test('on a phone the menu opens over the page and Escape closes it; nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['', '/forward-auth', '/errors', '/api/platform-api/invite-to-platform']) {
    await page.goto(`/developers${path}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  }
  const menu = page.getByRole('navigation', { name: 'Documentation' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Claims and roles' }).click()
  await expect(page).toHaveURL(/\/claims$/)
})

test('the documentation follows the colors of the device', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/developers/claims')
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground()).not.toBe(dark)
})

test('the former address of the description leads to the documentation', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page).toHaveURL(/\/developers$/)
})

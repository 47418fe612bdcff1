import { expect } from '@playwright/test'
import { test } from '../../test/e2e/stage.ts'

test('a button copies the code and confirms it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers/tutorial')
  const code = page.locator('.code', { hasText: 'npm start' })
  await code.hover()
  await code.getByRole('button').click()
  await expect(code.getByRole('button')).toHaveText('Copied')
  await expect(page.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start')
})

test('on a phone the menu opens over the page, Escape closes it, and nothing scrolls sideways', async ({
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

test('the documentation follows the color scheme of the device', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/developers/claims')
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground()).not.toBe(dark)
})

test('the former URL of the API description redirects to the documentation', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page).toHaveURL(/\/developers$/)
})

import { expect } from '@playwright/test'
import { test } from './stage.ts'

test('the documentation’s menu, next-page links and table of contents lead to the right pages', async ({
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

test('the search is opened, used and closed with the keyboard', async ({ page }) => {
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

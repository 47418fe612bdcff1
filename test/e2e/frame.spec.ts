import { expect } from '@playwright/test'
import { frameMessages as messages } from '../../app/web/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from './people.ts'
import { urls } from './place.ts'
import { test, visitExpecting, withoutPageData } from './stage.ts'

const t = messages.en

test('SC-19 on a phone the toggle shows and hides the navigation, and Escape returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterIn(page, 'en')
  const navigation = page.getByRole('navigation', { name: t.navigation })
  const toggle = page.getByRole('button', { name: t.toggleNavigation })
  await expect(navigation).toBeHidden()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(navigation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(navigation).toBeHidden()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await navigation.getByRole('link', { name: t.security }).click()
  await expect(page).toHaveURL(/\/main\/security/)
  await expect(navigation).toBeHidden()
})

test('SC-20 EN-06 while the session loads, a spinner of size 90 has a text alternative', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await withoutPageData(page)
  await page.route('**/api/users/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  await page.goto('/main/security')
  const loading = page.getByRole('status').filter({ hasText: fieldMessages.en.loading }).first()
  await expect(loading).toBeVisible()
  await expect(loading.locator('svg')).toHaveAttribute('width', '90')
})

test('RT-18 RT-19 RT-20 each path of the partner area leads to the specified page', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await page.goto('/main')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  await page.goto('/main/no-permission')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  await page.goto('/main/security')
  await expect(page.getByRole('heading', { level: 1, name: t.security })).toBeVisible()
  await visitExpecting(page, '/main/nothing', 404)
  await expect(page.getByRole('heading', { level: 1, name: t.notFoundTitle })).toBeVisible()
})

test('SC-16 Tab leads first past the frame to the content', async ({ page }) => {
  await enterIn(page, 'en', '/main/security')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: fieldMessages.en.skipToContent })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

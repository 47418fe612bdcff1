import { expect } from '@playwright/test'
import { messages } from '../../features/admin/brand/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test } from '../../test/e2e/stage.ts'

const t = messages.en

test('B11 leaving the page with an unpublished draft requires confirmation', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  await page.getByLabel(t.senderName).fill('Not yet')
  await page.getByRole('navigation').getByRole('link').first().click()
  const question = page.getByRole('dialog', { name: t.leaveTitle })
  await expect(question.getByRole('button', { name: t.leave })).toBeVisible()
})

test('the preview on a phone shows a phone; Publish appears after a change, and its bar links to the preview', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  await expect(page.getByText(t.archesShown).first()).toBeVisible()
  await expect(page.getByText(t.pair_panel)).toBeVisible()
  await expect(page.getByRole('button', { name: t.device_phone })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: t.publish })).toHaveCount(0)
  // Another journey may have published a brand.
  const before = await page.getByLabel(t.senderName).inputValue()
  await page.getByLabel(t.senderName).fill('Not yet')
  const bar = page.getByRole('group', { name: t.unsaved })
  await expect(bar.getByRole('button', { name: t.publish })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: t.preview }).click()
  await expect(page.getByRole('heading', { name: t.preview })).toBeInViewport()
  const button = page.frameLocator('iframe').locator('.primary-button').first()
  await expect(button).toHaveCSS('opacity', '1')
  await bar.getByRole('button', { name: t.cancel }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel(t.senderName)).toHaveValue(before)
})

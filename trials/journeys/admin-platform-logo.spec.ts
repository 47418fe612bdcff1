import { expect } from '@playwright/test'
import { pngOf } from '#test/images.ts'
import { messages as brandMessages } from '../../features/admin/brand/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test } from '../../test/e2e/stage.ts'
import { shows } from '../../test/e2e/admin-platform-logo.ts'

test('B11 the preview of the brand shows an uploaded logo', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  const files = page.locator('input[type=file]').first()
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(48) })
  await expect(page.locator('form img[src^="/images/"]').first()).toBeVisible()
  const inside = page.frameLocator('iframe')
  for (const view of ['view_login', 'view_home', 'view_mail'] as const) {
    await page.getByRole('button', { name: brandMessages.en[view], exact: true }).click()
    await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`view=${view.slice(5)}`))
    await shows(inside.locator('img[src^="/images/"]').first(), 48)
  }
})

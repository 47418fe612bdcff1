import { expect, type Locator } from '@playwright/test'
import { pngOf } from '#test/images.ts'
import { messages as brandMessages } from '../../features/admin/brand/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { test, allowStatus } from '../../test/e2e/stage.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import { imageMessages } from '../../web/parts/texts/messages.ts'
import { addPerson, enterAs } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'

const t = platformMessages.en

const images = imageMessages.en

test('B11 the preview of the brand shows an uploaded logo', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  const files = page.locator('input[type=file]').first()
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(48) })
  await expect(page.locator('form img[src^="/images/"]').first()).toBeVisible()
  const inside = page.frameLocator('iframe')
  for (const view of ['view_login', 'view_home', 'view_mail'] as const) {
    await page.getByRole('button', { name: brandMessages.en[view], exact: true }).click()
    await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`view=${view.slice(5)}`))
    await expectImage(inside.locator('img[src^="/images/"]').first(), 48)
  }
})

test('3K8: B8 B12 an uploaded logo appears on the platform’s page, in the list, on home in a white tile, and at the login, until it is removed', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(
    page,
    { roles: ['super_admin'] },
    '/admin/platforms/onboarding?tab=registration',
  )
  const panel = page.getByRole('region', { name: t.logoTitle, exact: true })
  const logoImage = panel.locator('img[src^="/images/"]')
  const files = panel.locator('input[type=file]')

  // Errors of the browser and of the server are shown below the field.
  await files.setInputFiles({
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expect(panel.getByRole('alert')).toHaveText(images.notPng)
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(102_401) })
  await expect(panel.getByRole('alert')).toHaveText(images.imageTooLarge)
  allowStatus(page, 400)
  const half = pngOf(64).subarray(0, 70)
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: half })
  await expect(panel.getByRole('alert')).toHaveText(images.damagedImage)

  // Unsaved input of the registration is kept when the logo changes.
  await page.getByLabel(t.name, { exact: true }).fill('Onboarding soon')
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(64) })
  await expect(page.getByText(t.logoSaved)).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expectImage(logoImage, 64)
  const logo = String(await logoImage.getAttribute('src'))
  await expect(page.getByLabel(t.name, { exact: true })).toHaveValue('Onboarding soon')
  await page.reload()
  await expect(logoImage).toHaveAttribute('src', logo)

  const list = await page.context().newPage()
  await list.goto('/admin/platforms')
  const row = list.getByRole('row').filter({ hasText: 'onboarding' })
  await expect(row.locator(`img[src="${logo}"]`)).toBeVisible()

  const visitor = await newPage(browser)
  await visitor.goto(`/login?redirect_url=${encodeURIComponent(`${urls.onboarding}/`)}`)
  const chip = visitor.getByText('Log in to Onboarding dashboard').locator('..')
  await expectImage(chip.locator(`img[src="${logo}"]`), 64)
  await enterAs(visitor, await addPerson({}))
  await visitor.goto('/main/home')
  const tile = visitor.getByRole('link', { name: /Onboarding dashboard/ })
  await expectImage(tile.locator(`img[src="${logo}"]`), 64)
  // Without the padding, white shows only behind the round corners of a logo.
  await visitor.emulateMedia({ colorScheme: 'dark' })
  const tileOfLogo = tile.locator(`img[src="${logo}"]`)
  await expect(tileOfLogo).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(tileOfLogo).not.toHaveCSS('padding-top', '0px')

  await panel.getByRole('button', { name: images.remove }).click()
  await expect(page.getByText(t.logoRemoved)).toBeVisible()
  await expect(panel.getByText(images.noLogo)).toBeVisible()
  await expect(panel.getByRole('button', { name: images.upload })).toBeFocused()
  await visitor.reload()
  await expect(tile.getByText('O', { exact: true })).toBeVisible()
  await visitor.context().close()
})

/** Expects the image's natural width; it is 0 until the image has loaded, and if the policy blocks it. */
async function expectImage(image: Locator, width: number): Promise<void> {
  await expect(image).toBeVisible()
  await expect
    .poll(() =>
      image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(width)
}

import { expect, type Page } from '@playwright/test'
import { darkColorOf } from '#contract/colors.ts'
import { messages } from '../../features/admin/brand/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { test, mailTo } from '../../test/e2e/stage.ts'
import { pngOf } from '#test/images.ts'
import { imageMessages } from '../../web/parts/texts/messages.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { send } from '../../test/e2e/reset.ts'

const colors = { color: '#1a237e', colorLight: '#9fa8da' }

/** Returns the computed brand color of the page. */
function brandOf(page: Page): Promise<string> {
  const script = "getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()"
  return page.evaluate<string>(script)
}

/**
 * Waits until the page shows the brand color. Each server loads a published brand within five seconds, so the page is
 * opened repeatedly.
 */
async function expectBrand(page: Page, color: string, open: () => Promise<unknown>): Promise<void> {
  await expect
    .poll(async () => {
      await open()
      return brandOf(page)
    })
    .toBe(color)
}

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

test('3A31: Publishing a color that is hard to read in five places is refused in the page, which names all of them', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  const requests: string[] = []
  page.on('request', (each) => requests.push(`${each.method()} ${each.url()}`))
  await page.getByLabel(t.color, { exact: true }).fill('#b7d3ff')
  await page.getByRole('button', { name: t.publish }).click()
  const fault = page.locator('[id$="-color-fault"]')
  for (const place of [t.pair_page, t.pair_surface, t.pair_button, t.pair_soft, t.pair_panel])
    await expect(fault).toContainText(place)
  expect(requests.filter((each) => each.startsWith('PUT'))).toEqual([])
})

test('3A4: The color on dark backgrounds is derived from the other one by one click', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  await page.getByLabel(t.color, { exact: true }).fill('#5b21b6')
  const color = darkColorOf('#5b21b6')
  await page.getByRole('button', { name: t.proposedColor({ color }) }).click()
  await page.getByRole('button', { name: t.fullSize }).click()
  const dialog = page.getByRole('dialog')
  const { width = 0 } = (await dialog.locator('iframe').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(1100)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel(t.colorLight, { exact: true })).toHaveValue(color)
  await expect(page.getByRole('button', { name: t.proposedColor({ color }) })).toHaveCount(0)
})

test('B11 a published brand appears in the login, mails, the admin area and both platforms without a restart, and can be restored', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/brand')
  const before = await page.getByLabel(t.color, { exact: true }).inputValue()

  // Too little contrast produces a warning while the color is chosen, and an error at the field when it is saved.
  await page.getByLabel(t.color, { exact: true }).fill('#7bc47f')
  await expect(page.getByText(t.low).first()).toBeVisible()
  await page.getByRole('button', { name: t.publish }).click()
  await expect(page.locator('[id$="-color-fault"]')).toContainText(t.pair_soft)
  await page.getByLabel(t.color, { exact: true }).fill(colors.color)
  await page.getByLabel(t.colorLight, { exact: true }).fill(colors.colorLight)
  await page.getByLabel(t.senderName).fill('Quayside desk')

  // A file that is not a PNG is rejected with an error; a PNG appears immediately.
  const files = page.locator('input[type=file]').first()
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await files.setInputFiles(svg)
  await expect(page.getByText(imageMessages.en.notPng)).toBeVisible()
  const png = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(64) }
  await files.setInputFiles(png)
  await expect(page.locator('form img[src^="/images/"]').first()).toBeVisible()

  // The preview shows the draft before it is published.
  const preview = page.locator('iframe')
  await expect(preview).toHaveAttribute('src', /color=%231a237e&.*view=login/)
  await page.getByRole('button', { name: t.view_mail, exact: true }).click()
  await expect(preview).toHaveAttribute('src', /view=mail/)

  const visitor = await newPage(browser)
  await visitor.goto('/login')
  expect(await brandOf(visitor)).toBe(before)
  await page.getByRole('button', { name: t.publish }).click()
  await expect(page.getByText(t.published)).toBeVisible()

  await expectBrand(visitor, colors.color, () => visitor.goto('/login'))
  await expect(visitor.locator('aside img[src^="/images/"]')).toBeVisible()
  await expectBrand(page, colors.color, () => page.reload())
  for (const url of [urls.hub, urls.onboarding]) {
    const style = async () => (await fetch(`${url}/platform.css`)).text()
    await expect.poll(style).toContain(`--brand:${colors.color}`)
  }
  // The worker loads the brand within five seconds, too.
  await expect(async () => {
    const { email } = await addPerson({})
    await visitor.goto('/forgot-password')
    await send(visitor, 'en', email)
    const mail = await mailTo(email, /./)
    expect(JSON.stringify(mail)).toContain('Quayside desk')
  }).toPass({ timeout: 60_000 })

  // Restores the previous brand.
  await page
    .getByRole('button', { name: new RegExp(`^${t.restore}: `) })
    .first()
    .click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: t.restore }).click()
  await expect(page.getByText(t.restored)).toBeVisible()
  await expectBrand(visitor, before, () => visitor.goto('/login'))
})

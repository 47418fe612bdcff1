import { freePort } from '#test/free-port.ts'
import { expect, type Page } from '@playwright/test'
import { backdate } from './rows.ts'
import { startPlatform } from '../../demo/platform.ts'
import {
  connectMessages,
  messages as platformMessages,
} from '../../features/admin/platforms/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { newSecretMessages, stepUpMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { addPerson, enterAs } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, test } from './stage.ts'
import { nameOf, register } from './admin-platforms.ts'

const t = platformMessages.en

const secret = newSecretMessages.en

test('a client logs in with the secret of a registered platform, and fails after the secret is replaced', async ({
  page,
  browser,
}) => {
  const port = await freePort()
  const id = `orders-${port}`
  const url = `http://127.0.0.1:${port}`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const eve = await enterAsAdmin(page, { roles: ['super_admin'] })
  await register(page, { id, url })
  const clientSecret = await copyText(page, secret.copySecret)
  await page.getByRole('button', { name: secret.stored }).click()
  await expect(page.getByText(clientSecret)).toHaveCount(0)
  const issuer = await copyText(page, `${t.copy}: ${t.issuer}`)
  expect(await copyText(page, `${t.copy}: ${t.id}`)).toBe(id)
  expect(await copyText(page, `${t.copy}: ${t.redirectUris}`)).toBe(`${url}/callback`)

  const about = { id, name: nameOf(id), host: '127.0.0.1', port, issuer, clientSecret }
  const platform = await startPlatform({ ...about, portalUrl: urls.portal })
  const customer = await newPage(browser)
  await enterAs(customer, await addPerson({ subsystems: [id] }))
  await customer.goto(url)
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Grace Hopper')

  await openTab(page, connectMessages.en.tabUpkeep)
  await expireStepUp(page, eve.id)
  await page.getByRole('button', { name: t.replace }).click()
  const question = page.getByRole('dialog', { name: t.replaceTitle({ name: nameOf(id) }) })
  await question.getByRole('button', { name: t.replace }).click()
  await page.getByLabel(stepUpMessages.en.otp).fill(await eve.authenticator.code())
  const renewed = await copyText(page, secret.copySecret)
  expect(renewed).not.toBe(clientSecret)
  allowStatus(customer, 502)
  await customer.goto(`${url}/login`)
  await expect(customer.getByRole('heading', { name: 'The login did not work' })).toBeVisible()
  await platform.stop()

  // P23: The admin sees the reason, while the platform only receives an authentication error.
  await expect(async () => {
    await page.getByRole('button', { name: t.refresh }).click()
    const row = page.getByRole('row').filter({ hasText: 'invalid secret provided' })
    await expect(row.first()).toContainText('/oidc/token', { timeout: 1_000 })
  }).toPass({ timeout: 40_000 })

  const again = await startPlatform({ ...about, clientSecret: renewed, portalUrl: urls.portal })
  await customer.goto(`${url}/login`)
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Grace Hopper')
  await again.stop()
  await customer.context().close()
})

test('deactivating a platform shows the affected users, and unsaved input is kept', async ({
  page,
}) => {
  const id = `board-${Date.now()}`
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await register(page, { id, url: 'https://board.example' })
  await openTab(page, t.registration)
  await redirectUris(page).fill('https://board.example/callback\nhttp://board.example/')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(page.getByText(t.invalidAddress).first()).toBeVisible()
  await expect(page.getByText('http://board.example/', { exact: true }).last()).toBeVisible()
  // Opening another tab does not leave the form, and keeps the input.
  await openTab(page, connectMessages.en.tabConnect)
  await page.getByRole('link', { name: t.back }).click()
  const dialog = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await dialog.getByRole('button', { name: fieldMessages.en.stay }).click()
  await openTab(page, t.registration)
  await expect(redirectUris(page)).toHaveValue(/http:\/\/board\.example\//)

  await redirectUris(page).fill('https://board.example/callback')
  await page.getByLabel(t.activeLabel).uncheck()
  await page.getByRole('button', { name: t.save, exact: true }).click()
  const question = page.getByRole('dialog', { name: t.askTitle({ name: nameOf(id) }) })
  // Back asks nothing after a save, even before the record has been read again.
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/platforms/${id}`, async (route) => {
    if (route.request().method() === 'GET') await left
    await route.continue()
  })
  await question.getByRole('button', { name: t.deactivate }).click()
  await expect(page.getByText(t.saved({ name: nameOf(id) }))).toBeVisible()
  await page.getByRole('link', { name: t.back }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  leave()
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await expect(row.getByText(t.deactivated)).toBeVisible()
})

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

function redirectUris(page: Page) {
  return page.getByRole('textbox', { name: t.redirectUris, exact: true })
}

/** Presses a copy button and returns the text on the clipboard. */
async function copyText(page: Page, name: string): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("")')
  await page.getByRole('button', { name, exact: true }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).not.toBe('')
  return String(await page.evaluate('navigator.clipboard.readText()'))
}

/** Sets the last step-up to an hour ago, so that a fresh code is required. */
async function expireStepUp(page: Page, adminId: string): Promise<void> {
  allowStatus(page, 403)
  await backdate('admin_sessions', { adminId }, { stepUpAt: '1 hour' })
}

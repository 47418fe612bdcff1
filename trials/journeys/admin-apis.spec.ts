import { expect } from '@playwright/test'
import { messages } from '../../features/admin/apis/texts/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import { newSecretMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'

const t = messages.en
const words = newSecretMessages.en

test('P24: an admin adds an API, copies its secret, allows a platform to call it, and deactivates it', async ({
  page,
}) => {
  const name = `Orders ${Date.now()}`
  const id = `https://api.example.com/${Date.now()}`
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/apis')
  await page.getByRole('link', { name: t.add }).click()
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await page.getByLabel(t.id, { exact: true }).fill('orders')
  await page.getByLabel(t.scopes).fill('orders.read\nopenid')
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.invalidApi, { exact: true })).toBeVisible()
  await expect(page.getByText(t.reservedScope, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByLabel(t.scopes).fill('orders.read\norders.write')
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.newSecretTitle({ name }))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: words.stored }).click()
  await expect(page.getByText(t.newSecretTitle({ name }))).toHaveCount(0)
  await expect(page.getByText(t.noPlatforms)).toBeVisible()
  const address = page.url()

  await page.goto('/admin/platforms/business-hub?tab=registration')
  await page.getByRole('checkbox', { name: `${name}: orders.read` }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: platformMessages.en.save }).click()
  await expect(page.getByRole('checkbox', { name: `${name}: orders.read` })).toBeChecked()
  await expect(page.getByText(platformMessages.en.saved({ name: '' }))).toBeVisible()

  await page.goto(address)
  await expect(page.getByText('orders.read', { exact: true }).last()).toBeVisible()
  await expect(page.getByText(t.noPlatforms)).toHaveCount(0)
  await page.getByLabel(t.activeLabel).uncheck()
  await page.getByRole('button', { name: t.save }).click()
  const dialog = page.getByRole('dialog', { name: t.askTitle({ name }) })
  await dialog.getByRole('button', { name: t.deactivate }).click()
  await expect(page.getByText(t.saved({ name }))).toBeVisible()
  await expect(page.getByText(t.state_off, { exact: true })).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import {
  connectMessages,
  messages as platformMessages,
} from '../../features/admin/platforms/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { test } from './stage.ts'
import { nameOf, register } from './admin-platforms.ts'

const t = platformMessages.en

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

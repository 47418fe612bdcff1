import sql from 'sql-template-tag'
import { expect, type Page } from '@playwright/test'
import { updateRows } from './rows.ts'
import { listMessages, viewMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages as palette } from '../../features/admin/search/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { test, visitExpecting } from './stage.ts'
import { addMany } from './admin-users-list.ts'

const [t, list, kit, views] = [messages.en, userListMessages.en, listMessages.en, viewMessages.en]

const rows = (page: Page) => page.locator('tbody tr')

test('B3 part of a name finds one of 205 users, and Back restores filters and sort', async ({
  page,
}) => {
  await addMany('Ferry Lines', 204)
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page.getByRole('button', { name: t.company, exact: true }).click()
  await page.keyboard.type('ferry')
  await page.getByRole('button', { name: 'Ferry Lines' }).click()
  await expect(page.getByText('1–50 of 205')).toBeVisible()

  await page.getByLabel(t.search).fill('leet117')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Nomi Fleet117')
  await page.getByLabel(t.search).fill('')
  await expect(page.getByText('1–50 of 205')).toBeVisible()

  await page.getByRole('button', { name: t.lastLogin }).click()
  await page.getByRole('button', { name: t.lastLogin }).click()
  await expect(page.getByRole('columnheader', { name: t.lastLogin })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(rows(page).first()).toContainText('Nomi Fleet1')
  await rows(page).first().getByRole('link').click()
  await page.goBack()
  await expect(page).toHaveURL(/company=.*sort=-lastLogin/)
  await expect(rows(page).first()).toContainText('Nomi Fleet1')
  await page.goBack()
  await expect(page).toHaveURL(/sort=lastLogin/)
})

test('B3 a preset lists users who have not joined, and a saved view is kept', async ({ page }) => {
  await addMany('Barge Lines', 30)
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users?q=barge-lines')
  await expect(page.getByText('1–30 of 30')).toBeVisible()
  await page.getByRole('button', { name: list.view_neverJoined }).click()
  await expect(page).toHaveURL(/status=invited/)
  // With filters, the list is still the current page of the menu.
  await expect(page.locator('nav a[href="/admin/users"]')).toHaveAttribute('aria-current', 'page')
  await page.getByLabel(t.search).fill('barge-lines')
  await expect(page.getByText('1–3 of 3')).toBeVisible()

  await page.getByRole('button', { name: views.save, exact: true }).click()
  await page.getByLabel(views.name).fill('Barges')
  await page.keyboard.press('Enter')
  const tab = page.getByRole('button', { name: 'Barges', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await page.goto('/admin/users')
  await tab.click()
  await expect(page.getByText('1–3 of 3')).toBeVisible()

  // Simulates a saved view with a filter that a later version has removed.
  const query = sql`query || '{"mood": "sunny"}'`
  await updateRows('saved_views', { name: 'Barges' }, { query })
  await page.goto('/admin/users')
  await tab.click()
  await expect(page.getByRole('status').filter({ hasText: 'mood' })).toBeVisible()
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await visitExpecting(page, '/admin/users?q=barge-lines&status=asleep', 400)
  const alert = kit.refusedFilter({ filter: t.state })
  await expect(page.getByRole('alert').filter({ hasText: alert })).toBeVisible()
})

test('B3 the values of a filter open with the focus on the chosen one', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users?secondFactor=passkey')
  const chip = `${list.secondFactor} ${list.factor_passkey}`
  await page.getByRole('button', { name: chip, exact: true }).click()
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
})

test('B2 the list is navigated, selected from and opened by keyboard shortcuts, which can be turned off', async ({
  page,
}) => {
  await addMany('Canal Lines', 5)
  await enterAsAdmin(page, { roles: ['user_admin'] }, '/admin/users?q=canal-lines')
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText(kit.selected({ count: 3 }))).toBeVisible()
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users\/[\w-]+$/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(5)

  await page.keyboard.press('?')
  const letterKeys = page.getByLabel(palette.en.letterKeys)
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/admin/me/preferences') && answer.request().method() === 'PUT',
  )
  await letterKeys.click()
  await expect(letterKeys).not.toBeChecked()
  await saved
  await page.reload()
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('j')
  await expect(rows(page).first().getByRole('link')).not.toBeFocused()
})

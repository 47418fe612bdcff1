import { expect, type Page } from '@playwright/test'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { test } from './stage.ts'
import { addMany } from './admin-users-list.ts'

const [t, list, kit] = [messages.en, userListMessages.en, listMessages.en]
const fullTime = /^\d+\s\p{L}+\s\d{4},\s\d\d:\d\d\sUTC[+-]?[\d:]*$/u
const rows = (page: Page) => page.locator('tbody tr')

test('3W1 B3 part of a name finds one of 205 users, with full times, and Back restores filters and sort', async ({
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
  await expect(rows(page).first().locator('time')).toHaveText(fullTime)
  await rows(page).first().getByRole('link').click()
  await page.goBack()
  await expect(page).toHaveURL(/company=.*sort=-lastLogin/)
  await expect(rows(page).first()).toContainText('Nomi Fleet1')
  await page.goBack()
  await expect(page).toHaveURL(/sort=lastLogin/)
})

test('B3 the values of a filter open with the focus on the chosen one', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users?secondFactor=passkey')
  const chip = `${list.secondFactor} ${list.factor_passkey}`
  await page.getByRole('button', { name: chip, exact: true }).click()
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
})

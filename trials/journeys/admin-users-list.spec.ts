import { expect, type Page } from '@playwright/test'
import { listMessages, viewMessages } from '../../web/ui/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test, visitExpecting } from '../../test/e2e/stage.ts'
import { addMany } from '../../test/e2e/admin-users-list.ts'
import sql from 'sql-template-tag'
import { updateRows } from '../../test/e2e/rows.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages as palette } from '../../features/admin/search/texts/messages.ts'

const [t, list, kit, views] = [messages.en, userListMessages.en, listMessages.en, viewMessages.en]
const rows = (page: Page) => page.locator('tbody tr')

test('a selection is cleared when the filter changes, even if the rows are listed again', async ({
  page,
}) => {
  await addMany('Punt Lines', 4)
  await enterAsAdmin(page, { roles: ['user_admin'] }, '/admin/users?q=punt-lines')
  await expect(rows(page)).toHaveCount(4)
  await page.getByLabel(kit.selectAll).click()
  await expect(page.getByText(kit.selected({ count: 4 }))).toBeVisible()
  await page.getByRole('button', { name: t.lastLogin }).click()
  await expect(page).toHaveURL(/sort=/)
  await expect(page.getByText(kit.selected({ count: 4 }))).toBeVisible()
  await page.getByLabel(t.search).fill('punt-line')
  await expect(page).toHaveURL(/q=punt-line&/)
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByRole('group', { name: kit.selection })).toHaveCount(0)
})

test('typing into the search does not rerender any of 200 rows until the response arrives', async ({
  page,
}) => {
  await addMany('Raft Lines', 200)
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users?q=raft-lines')
  for (let count = 50; count < 200; count += 50) {
    await page.getByRole('button', { name: kit.showMore }).click()
    await expect(rows(page)).toHaveCount(count + 50)
  }
  await page.route('**/api/admin/users?*', () => undefined)
  // The row below the pointer would show its button.
  await page.getByLabel(t.search).hover()
  const changes = await page.evaluateHandle(`(() => {
    const seen = []
    const observer = new MutationObserver((all) => seen.push(...all.map(({ type }) => type)))
    const kinds = { subtree: true, childList: true, attributes: true, characterData: true }
    observer.observe(document.querySelector('tbody'), kinds)
    return seen
  })()`)
  const searchRequest = page.waitForRequest(/q=raft-lines\+fleet/)
  await page.getByLabel(t.search).press('End')
  await page.getByLabel(t.search).pressSequentially(' fleet', { delay: 60 })
  await searchRequest
  expect(await changes.jsonValue()).toEqual([])
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

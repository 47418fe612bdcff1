import { expect, type Page } from '@playwright/test'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test } from '../../test/e2e/stage.ts'
import { addMany } from '../../test/e2e/admin-users-list.ts'

const [t, kit] = [messages.en, listMessages.en]

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

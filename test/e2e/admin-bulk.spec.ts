import { expect } from '@playwright/test'
import { updateRows } from './rows.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import {
  messages as bulkMessages,
  effectMessages,
} from '../../features/admin/bulk/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson } from './people.ts'
import { test } from './stage.ts'

const [bulk, list] = [bulkMessages.en, listMessages.en]

const effects = effectMessages.en

const reason = 'The contract with their company has ended'

test('B3: deactivating 40 selected users with one reason reports a result for each, including two already deactivated', async ({
  page,
}) => {
  const name = `Quayside${Date.now()}`
  const users = await Promise.all(Array.from({ length: 40 }, () => addPerson()))
  const ids = users.map(({ id }) => id)
  await updateRows('users', { id: ids }, { lastname: name, searchText: null })
  await updateRows('users', { id: ids.slice(0, 2) }, { active: false })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}&deactivated=shown`)
  await expect(page.getByRole('row')).toHaveCount(41)
  await page.getByRole('columnheader').getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: list.selection })
  await expect(bar.getByRole('status')).toHaveText(list.selected({ count: 40 }))

  await bar.getByRole('button', { name: bulk.deactivate, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Deactivate 40 users')
  await expect(
    dialog.getByText('38 users will be deactivated. 2 are already deactivated.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: bulk.deactivate }).click()
  await expect(dialog.getByLabel(bulk.reason)).toBeFocused()
  await dialog.getByLabel(bulk.reason).fill(reason)
  await dialog.getByRole('button', { name: bulk.deactivate }).click()
  await expect(dialog.getByRole('status')).toContainText('40 of 40')
  await expect(dialog.getByRole('status')).toContainText('38 deactivated')

  await dialog.getByRole('link', { name: bulk.results }).click()
  await expect(page).toHaveURL(/\/admin\/bulk\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deactivate 40 users')
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('main').getByText('Una Hopper', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('tab', { name: `${effects.item_deactivate} 38`, selected: true }),
  ).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(39)
  await expect(page.getByRole('tab', { name: `${bulk.item_failed} 0` })).toBeVisible()
  await page.getByRole('tab', { name: `${bulk.item_skipped} 2` }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: bulk.export }).click()
  expect((await file).suggestedFilename()).toMatch(/^bulk-.*\.csv$/)

  await page.getByRole('row').getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: userListMessages.en.bulkActions }).click()
  await page.getByRole('link', { name: 'Deactivate 40 users' }).click()
  await expect(page.getByText(reason)).toBeVisible()
})

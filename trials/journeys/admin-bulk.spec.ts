import { expect } from '@playwright/test'
import { now } from '#test/rows.ts'
import { addRow, addRows, updateRows } from '../../test/e2e/rows.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import {
  messages as bulkMessages,
  effectMessages,
  indicatorMessages,
} from '../../features/admin/bulk/texts/messages.ts'
import { messages as userMessages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson, server } from '../../test/e2e/people.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'

const [bulk, list, indicator] = [bulkMessages.en, listMessages.en, indicatorMessages.en]
const users = userMessages.en
const effects = effectMessages.en
const reason = 'The contract with their company has ended'

test('B3: a bulk action continues when its dialog is closed, is linked from every page, and can be canceled', async ({
  page,
}) => {
  const admin = await enterAsAdmin(page, { roles: ['support'] })
  const menu = page.getByRole('button', { name: frameMessages.en.accountMenu })
  const before = await menu.boundingBox()
  const job = crypto.randomUUID()
  const [one, two] = [await addPerson(), await addPerson()]
  await addRow('bulk_jobs', {
    id: job,
    action: 'end-sessions',
    reason,
    adminId: admin.id,
    ipAddress: '',
    total: 10000,
    done: 3200,
  })
  await addRows('bulk_items', [
    { jobId: job, targetId: one.id },
    { jobId: job, targetId: two.id },
  ])
  await page.goto('/admin/companies')
  const link = page.getByRole('link', { name: indicator.bulk })
  await expect(link).toContainText('3,200 / 10,000')
  expect(await menu.boundingBox()).toEqual(before)
  await link.click()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: users.title }),
  ).toHaveAttribute('aria-current', 'true')
  const status = page.getByRole('status').filter({ hasText: bulk.running })
  await expect(status).toContainText(bulk.progress({ done: '3,200', total: '10,000' }))
  // On the page of the job, the indicator is no link but looks the same.
  const banner = page.getByRole('banner')
  await expect(banner.locator('circle').first()).toHaveCSS('fill', 'none')
  await page.getByRole('button', { name: bulk.cancelJob }).click()
  await expect(page.getByText(bulk.cancelling)).toBeVisible()
  await updateRows('bulk_jobs', { id: job }, { finishedAt: now })
  await expect(page.getByText(bulk.cancelled, { exact: true })).toBeVisible()
  await expect(banner.getByText(indicator.ended)).toBeVisible()
  await page.getByRole('link', { name: bulk.backToAll, exact: true }).click()
  await expect(banner.getByRole('link', { name: indicator.ended })).toBeVisible()
})

test('B3: all users that match a filter are selected by keyboard and deactivated with one reason', async ({
  page,
}) => {
  const name = `Quayside${Date.now()}`
  await addMany(name, 60)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('columnheader').getByRole('checkbox').press('Space')
  const bar = page.getByRole('group', { name: list.selection })
  await expect(bar.getByRole('status')).toHaveText(list.selected({ count: 50 }))
  await bar.getByRole('button', { name: list.selectMatchingTotal({ total: '60' }) }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText(list.allSelectedTotal({ total: 60 }))
  await expect(bar).toBeFocused()
  await expectAccessible(page)

  const first = page.getByRole('row').nth(1).getByRole('checkbox')
  await first.press('Space')
  await expect(bar.getByRole('status')).toHaveText(list.selected({ count: 49 }))
  await first.press('Space')
  await bar.getByRole('button', { name: list.selectMatchingTotal({ total: '60' }) }).press('Enter')

  await page.keyboard.press('Tab')
  await expect(bar.getByRole('button', { name: bulk.changePlatforms })).toBeFocused()
  await bar.getByRole('button', { name: bulk.deactivate, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText(bulk.title_deactivate({ count: 60 }))
  await expect(dialog.getByText(effects.will_deactivate({ count: 60 }))).toBeVisible()
  await dialog.getByLabel(bulk.reason).fill(reason)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText(
    bulk.progress({ done: '60', total: '60' }),
    { timeout: 30_000 },
  )
  await expect(dialog.getByRole('status')).toContainText(effects.done_deactivate({ count: 60 }))
  await dialog.getByRole('link', { name: bulk.results }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    bulk.title_deactivate({ count: 60 }),
  )
  await expect(page.getByText(reason)).toBeVisible()
  await expect(
    page.getByRole('tab', { name: `${effects.item_deactivate} 60`, selected: true }),
  ).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
})

test('B3: changing the filter clears a selection of all, and more users than the maximum cannot be selected', async ({
  page,
}) => {
  const name = `Wharfside${Date.now()}`
  await addMany(name, 60)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}`)
  const bar = page.getByRole('group', { name: list.selection })
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await bar.getByRole('button', { name: list.selectMatchingTotal({ total: '60' }) }).click()
  await page.getByRole('searchbox').first().fill(`${name} Fleet`)
  await expect(page).toHaveURL(/Fleet/)
  await expect(bar).toHaveCount(0)

  await page.route('**/api/admin/users?*', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-total-count': '25000', 'x-total-estimated': 'true' }
    await route.fulfill({ response, headers })
  })
  await page.reload()
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await expect(bar).toContainText(list.tooManyToSelect({ most: '10,000' }))
  await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
})

test('a reminder needs no reason and shows how many emails it sends; an action that changes nothing is disabled', async ({
  page,
}) => {
  const name = `Waiting${Date.now()}`
  await addMany(name, 2)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}`)
  await page.getByRole('columnheader').getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: list.selection })
  const more = bar.getByRole('button', { name: list.moreActions, exact: true })
  await more.click()
  await bar.getByRole('button', { name: bulk.activate, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(effects.will_activate({ count: 0 }))).toBeVisible()
  await expect(dialog.getByRole('button', { name: bulk.activate })).toBeDisabled()
  await page.keyboard.press('Escape')

  await more.click()
  await bar.getByRole('button', { name: bulk.resend_invitation }).click()
  await expect(dialog.getByText(effects.will_resend_invitation({ count: 2 }))).toBeVisible()
  await dialog.getByRole('button', { name: bulk.resend_invitation }).click()
  await expect(dialog.getByRole('status')).toContainText(
    effects.done_resend_invitation({ count: 2 }),
    { timeout: 30_000 },
  )
  await dialog.getByRole('link', { name: bulk.results }).click()
  await expect(page.getByRole('tab', { name: `${effects.item_resend_invitation} 2` })).toBeVisible()
})

/** Adds users with a unique family name. */
async function addMany(name: string, count: number): Promise<void> {
  const { people } = await server()
  const users = Array.from({ length: count }, (_, n) => ({
    email: `many${n + 1}@${name.toLowerCase()}.example`,
    firstname: 'Nomi',
    lastname: `${name} Fleet${n + 1}`,
  }))
  await people.addManyUsers(users)
}

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

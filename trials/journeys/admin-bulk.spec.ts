import { expect } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { listMessages } from '../../web/ui/list-messages.ts'
import { messages as bulkMessages } from '../../features/admin/bulk/messages.ts'
import { effectMessages } from '../../features/admin/bulk/effect-messages.ts'
import { indicatorMessages } from '../../features/admin/bulk/indicator-messages.ts'
import { messages as frameMessages } from '../../app/web/frame-messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson, change } from '../../test/e2e/people.ts'
import { isAccessible, test } from '../../test/e2e/stage.ts'

const [bulk, list, indicator] = [bulkMessages.en, listMessages.en, indicatorMessages.en]

const frame = frameMessages.en

const effects = effectMessages.en

const reason = 'The contract with their company has ended'

test('B3: a bulk action goes on when its dialog is closed, is found from every page, and stops when asked', async ({
  page,
}) => {
  const admin = await enterAsAdmin(page, { roles: ['support'] })
  const language = page.getByRole('combobox', { name: fieldMessages.en.language })
  const before = await language.boundingBox()
  const job = crypto.randomUUID()
  const [one, two] = [await addPerson(), await addPerson()]
  await change(
    `insert into bulk_jobs (id, action, reason, admin_id, ip_address, total, done)
     values ($1, 'end-sessions', $2, $3, '', 10000, 3200)`,
    [job, reason, admin.id],
  )
  await change(`insert into bulk_items (job_id, target_id) values ($1, $2), ($1, $3)`, [
    job,
    one.id,
    two.id,
  ])
  await page.goto('/admin/companies')
  const link = page.getByRole('link', { name: indicator.bulk })
  await expect(link).toContainText('3,200 / 10,000')
  expect(await language.boundingBox()).toEqual(before)
  await link.click()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: frame.partnerUsers }),
  ).toHaveAttribute('aria-current', 'true')
  const status = page.getByRole('status').filter({ hasText: bulk.running })
  await expect(status).toContainText('3,200 of 10,000')
  await page.getByRole('button', { name: bulk.cancelJob }).click()
  await expect(page.getByText(bulk.cancelling)).toBeVisible()
  await change(`update bulk_jobs set finished_at = now() where id = $1`, [job])
  await expect(page.getByText(bulk.cancelled, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: indicator.ended })).toBeVisible()
})

test('B3: all users whom a filter finds are selected by keyboard, and deactivated with one reason', async ({
  page,
}) => {
  const name = `Quayside${Date.now()}`
  await addMany(name, 60)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('columnheader').getByRole('checkbox').press('Space')
  const bar = page.getByRole('group', { name: list.selection })
  await expect(bar.getByRole('status')).toHaveText('50 selected')
  await bar.getByRole('button', { name: 'Select all 60' }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText('All 60 that match are selected')
  await expect(bar).toBeFocused()
  await isAccessible(page)

  const first = page.getByRole('row').nth(1).getByRole('checkbox')
  await first.press('Space')
  await expect(bar.getByRole('status')).toHaveText('49 selected')
  await first.press('Space')
  await bar.getByRole('button', { name: 'Select all 60' }).press('Enter')

  await page.keyboard.press('Tab')
  await expect(bar.getByRole('button', { name: bulk.changePlatforms })).toBeFocused()
  await bar.getByRole('button', { name: bulk.deactivate, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Deactivate 60 users')
  await expect(dialog.getByText('60 users will be deactivated.')).toBeVisible()
  await dialog.getByLabel(bulk.reason).fill(reason)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('60 of 60', { timeout: 30_000 })
  await expect(dialog.getByRole('status')).toContainText('60 deactivated')
  await dialog.getByRole('link', { name: bulk.results }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deactivate 60 users')
  await expect(page.getByText(reason)).toBeVisible()
  await expect(
    page.getByRole('tab', { name: `${effects.item_deactivate} 60`, selected: true }),
  ).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
})

test('B3: another filter ends the selection of all, and more than an action takes cannot be selected', async ({
  page,
}) => {
  const name = `Wharfside${Date.now()}`
  await addMany(name, 60)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${name}`)
  const bar = page.getByRole('group', { name: list.selection })
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Select all 60' }).click()
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
  await expect(bar).toContainText(fill(list.tooManyToSelect, { most: '10,000' }))
  await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
})

test('a reminder needs no reason and says how many emails it sends; what would change nothing cannot be ordered', async ({
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
  await expect(dialog.getByText('0 users will be activated.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: bulk.activate })).toBeDisabled()
  await page.keyboard.press('Escape')

  await more.click()
  await bar.getByRole('button', { name: bulk.resend_invitation }).click()
  await expect(dialog.getByText('2 emails will be sent.')).toBeVisible()
  await dialog.getByRole('button', { name: bulk.resend_invitation }).click()
  await expect(dialog.getByRole('status')).toContainText('2 reminded', { timeout: 30_000 })
  await dialog.getByRole('link', { name: bulk.results }).click()
  await expect(page.getByRole('tab', { name: `${effects.item_resend_invitation} 2` })).toBeVisible()
})

/** Users of a family name that nobody else has. */
async function addMany(name: string, count: number): Promise<void> {
  await change(
    `with added as (
       insert into users (id, email, firstname, lastname)
       select gen_random_uuid(), 'many' || n || '@' || lower($1) || '.example', 'Nomi', $1 || ' Fleet' || n
       from generate_series(1, $2::int) n returning id)
     insert into accounts (id, kind) select id, 'user' from added`,
    [name, count],
  )
}

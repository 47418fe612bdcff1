import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { messages } from '../../features/admin/audit-log/messages.ts'
import { stepUpMessages } from '../../web/ui/step-up-messages.ts'
import { enterAsAdmin } from './admins.ts'
import { change } from './people.ts'
import { urls } from './place.ts'
import { allow, test } from './stage.ts'

const audit = messages.en

test('SC-12 RT-23 an auditor’s filters stand in the address, and survive a reload and Back', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await page.getByRole('combobox', { name: audit.period }).selectOption(audit.lastHour)
  await expect(page).toHaveURL(/range=lastHour/)
  await moreFilters(page)
  await page.getByLabel(audit.user, { exact: true }).fill(una.email)
  await search(page)
  await expect(page).toHaveURL(new RegExp(`user=${una.email.split('@')[0]}`))
  const table = page.getByRole('table', { name: audit.caption })
  const searched = table.getByText('searched the audit log')
  await expect(searched).toHaveCount(0)
  await page.getByRole('button', { name: audit.ownSearchesHidden }).click()
  await expect(page).toHaveURL(/own=shown/)
  // A search is recorded once it stands for two seconds.
  await expect(async () => {
    await page.reload()
    await expect(searched.first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await moreFilters(page)
  await page.getByText(audit.anyAction, { exact: true }).click()
  await page.getByLabel(audit.searchActions).fill('logged in')
  await page.getByRole('checkbox', { name: audit.login_succeeded, exact: true }).check()
  await search(page)
  const filtered = /action=login_succeeded/
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('logged in to the admin area')

  await page.reload()
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  await moreFilters(page)
  await expect(page.getByLabel(audit.user, { exact: true })).toHaveValue(una.email)
  await page.goBack()
  await expect(page).not.toHaveURL(filtered)
  await expect(searched.first()).toBeVisible()
})

test('SC-12 the admin types a start date, and an end before it is an error', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await moreFilters(page)
  // The labels stand there before the fields' script.
  for (const label of [audit.from, audit.until])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  const year = new Date().getFullYear()
  await typeDate(page, audit.from, `0101${year}0000`)
  await typeDate(page, audit.until, `3112${year - 1}0000`)
  await search(page)
  await expect(page.getByText(audit.endsBeforeStart)).toBeVisible()
  const end = page.getByRole('group', { name: audit.until }).getByRole('spinbutton')
  await expect(end.first()).toBeFocused()
  await expect(page).not.toHaveURL(/startDate/)
  await typeDate(page, audit.until, `0101${year + 1}0000`)
  await search(page)
  await expect.poll(() => asked(page, 'startDate')).toBe(new Date(year, 0, 1).getTime())
  await expect.poll(() => asked(page, 'endDate')).toBe(new Date(year + 1, 0, 1).getTime())
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: audit.clearAll }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

test('SC-12 an event’s details have an address of their own, and lead to everything that is like it', async ({
  page,
  extraHTTPHeaders,
}) => {
  const address = extraHTTPHeaders?.['x-forwarded-for'] ?? ''
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${una.id}`)
  await entries(page).getByRole('link').click()
  const details = page.getByRole('dialog', { name: audit.login_succeeded })
  await expect(details.getByText(audit.requestId)).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
  await page.reload()
  await expect(details).toBeVisible()
  await expect(details).toContainText('logged in to the admin area')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page).not.toHaveURL(/entry=/)
  await entries(page)
    .getByRole('button', { name: fill(audit.onlyThis, { value: address }) })
    .click()
  await expect(page).toHaveURL(new RegExp(`ipAddress=${address}`))
})

test('SC-12 AP-18 403003 403004 the export asks for a fresh code, and its file holds no formula', async ({
  page,
}) => {
  const eve = await enterAsAdmin(page, { roles: ['auditor'], firstname: '=1+1' })
  allow(page, 403)
  await change(
    `update admin_sessions set step_up_at = step_up_at - interval '1 hour' where admin_id = $1`,
    [eve.id],
  )
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${eve.id}`)
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: audit.export }).click()
  await expect(page.getByRole('dialog', { name: stepUpMessages.en.title })).toBeVisible()
  await page.getByLabel(stepUpMessages.en.otp).fill('000000')
  await expect(page.getByText(stepUpMessages.en.stepUpFailed).first()).toBeVisible()
  const arriving = page.waitForEvent('download')
  await page.getByLabel(stepUpMessages.en.otp).fill(await eve.authenticator.code())
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=1+1 Hopper"`)
  expect(lines[1]).not.toMatch(/(^|,)"?[=+\-@\t]/)
  await expect(page.getByText(audit.exported)).toBeVisible()
})

test('M11: 400001 filters of the address that are refused are named with the reason, and the others hold', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  allow(page, 400)
  const notice = page.getByRole('status').filter({ hasText: audit.notApplied })
  const kept = `action=login_succeeded&user=${una.id}`
  const end = 'startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z'
  for (const [wrong, name, reason] of [
    ['ipAddress=nowhere', audit.ipAddress, audit.wrong_ipAddress],
    ['subSystem=%3D1', audit.subSystem, audit.wrong_subSystem],
    ['endDate=soon', audit.until, audit.wrong_date],
    [end, audit.until, audit.endsBeforeStart],
    ['cursor=nothing', '', audit.wrong_cursor],
  ] as const) {
    await page.goto(`/admin/audit-logs?${kept}&${wrong}`)
    await expect(notice).toContainText(reason)
    await expect(notice).toContainText(name)
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByText(audit.failed)).toHaveCount(0)
  }
  await page.goto('/admin/audit-logs?user=mia&action=bogus')
  await expect(notice).toContainText(audit.wrong_user)
  await expect(notice).toContainText(audit.wrong_action)
  const user = page.getByLabel(audit.user, { exact: true })
  await expect(user).toHaveValue('mia')
  await expect(user).toHaveAccessibleDescription(audit.wrong_user)
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: audit.clearAll }).click()
  await expect(notice).toHaveCount(0)
})

function moreFilters(page: Page) {
  return page.getByRole('button', { name: audit.addFilter }).click()
}

function entries(page: Page) {
  return page.getByRole('table', { name: audit.caption }).locator('tbody').getByRole('row')
}

/** Day, month, year, hour and minute: the digits go from one to the next by themselves. */
async function typeDate(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

function search(page: Page) {
  // The header has a button of this name, too.
  return page.locator('main').getByRole('button', { name: audit.search, exact: true }).click()
}

function asked(page: Page, name: string): number {
  return Date.parse(new URL(page.url()).searchParams.get(name) ?? '')
}

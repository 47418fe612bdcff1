import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { backdate } from './rows.ts'
import { messages } from '../../features/admin/audit-log/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { auditTitleMessages, stepUpMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { allowStatus, test } from './stage.ts'

const [audit, kit] = [messages.en, listMessages.en]
const titles = auditTitleMessages.en

test('3A10 3W1 SC-12 RT-23 an auditor’s filters are in the URL, and survive a reload and Back', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await expect(page.getByText(/events? in 30 days/)).toBeVisible()
  await page.getByRole('combobox', { name: audit.period }).selectOption(audit.lastHour)
  await expect(page).toHaveURL(/range=lastHour/)
  await addFilter(page, audit.user)
  await page.getByRole('searchbox', { name: audit.user }).fill(una.email)
  await page.getByRole('button', { name: una.email, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`user=${una.email.split('@')[0]}`))
  const table = page.getByRole('table', { name: audit.caption })
  const searched = table.getByText('searched the audit log')
  await expect(searched).toHaveCount(0)
  await page.getByRole('button', { name: audit.ownSearchesHidden }).click()
  await expect(page).toHaveURL(/own=shown/)
  // A search is recorded after it has been shown for two seconds.
  await expect(async () => {
    await page.reload()
    await expect(searched.first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await addFilter(page, audit.actions)
  await page.getByRole('searchbox', { name: kit.search }).fill('logged in')
  await page.getByRole('checkbox', { name: titles.login_succeeded, exact: true }).check()
  await page.keyboard.press('Escape')
  const filtered = /action=login_succeeded/
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('logged in to the admin area')
  const time = /^\d+\s\p{L}+\s\d{4},\s\d\d:\d\d:\d\d\sUTC[+-]?[\d:]*$/u
  await expect(entries(page).locator('time')).toHaveText(time)

  await page.reload()
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  const chip = kit.removeFilter({ filter: `${audit.user}: ${una.email}` })
  await expect(page.getByRole('button', { name: chip })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(filtered)
  await expect(searched.first()).toBeVisible()
})

test('SC-12 AP-18 403003 403004 the export requires a fresh code, and its file contains no formula', async ({
  page,
}) => {
  const eve = await enterAsAdmin(page, { roles: ['auditor'], firstname: '=1+1' })
  allowStatus(page, 403)
  await backdate('admin_sessions', { adminId: eve.id }, { stepUpAt: '1 hour' })
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${eve.id}`)
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: audit.logOptions }).click()
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

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page
    .getByRole('group', { name: kit.addFilter })
    .getByRole('button', { name, exact: true })
    .click()
}

function entries(page: Page) {
  return page.getByRole('table', { name: audit.caption }).locator('tbody').getByRole('row')
}

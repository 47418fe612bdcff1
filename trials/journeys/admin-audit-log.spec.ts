import { expect, type Page } from '@playwright/test'
import { messages } from '../../features/admin/audit-log/texts/messages.ts'
import { auditTitleMessages } from '../../web/parts/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { ipAddress } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, test } from '../../test/e2e/stage.ts'

const [audit, kit] = [messages.en, listMessages.en]
const titles = auditTitleMessages.en

test('SC-12 the admin types a start date, and an end before it is an error', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  const period = page.getByRole('combobox', { name: audit.period })
  await period.selectOption(audit.choosePeriod)
  // The labels are visible before the script of the fields has loaded.
  for (const label of [audit.from, audit.until])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  const year = new Date().getFullYear()
  await typeDate(page, audit.from, `0101${year}0000`)
  await typeDate(page, audit.until, `3112${year - 1}0000`)
  await apply(page)
  await expect(page.getByText(audit.endsBeforeStart)).toBeVisible()
  const end = page.getByRole('group', { name: audit.until }).getByRole('spinbutton')
  await expect(end.first()).toBeFocused()
  await expect(page).not.toHaveURL(/startDate/)
  await typeDate(page, audit.until, `0101${year + 1}0000`)
  await apply(page)
  await expect.poll(() => timeInUrl(page, 'startDate')).toBe(new Date(year, 0, 1).getTime())
  await expect.poll(() => timeInUrl(page, 'endDate')).toBe(new Date(year + 1, 0, 1).getTime())
  await expect(entries(page).first()).toBeVisible()
  await period.selectOption(audit.anyTime)
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

test('SC-12 an event’s details have their own URL, and link to similar events', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${una.id}`)
  await entries(page).getByRole('link').click()
  const details = page.getByRole('dialog', { name: titles.login_succeeded })
  await expect(details.getByText(audit.requestId)).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
  await page.reload()
  await expect(details).toBeVisible()
  await expect(details).toContainText('logged in to the admin area')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page).not.toHaveURL(/entry=/)
  await entries(page)
    .getByRole('button', { name: audit.onlyThis({ value: ipAddress }) })
    .click()
  await expect(page).toHaveURL(new RegExp(`ipAddress=${ipAddress}`))
})

test('M11: 400001 invalid filters in the URL are listed with the reason, and the others apply', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  allowStatus(page, 400)
  const notice = page.getByRole('status').filter({ hasText: audit.notApplied })
  const validFilters = `action=login_succeeded&user=${una.id}`
  const end = 'startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z'
  for (const [wrong, name, reason] of [
    ['endDate=soon', audit.until, audit.wrong_date],
    [end, audit.until, audit.endsBeforeStart],
    ['cursor=nothing', '', audit.wrong_cursor],
  ] as const) {
    await page.goto(`/admin/audit-logs?${validFilters}&${wrong}`)
    await expect(notice).toContainText(reason)
    await expect(notice).toContainText(name)
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByText(audit.failed)).toHaveCount(0)
  }
  const refused = (filter: string) =>
    page.getByRole('alert').filter({ hasText: kit.refusedFilter({ filter }) })
  for (const [wrong, name, reason] of [
    ['ipAddress=nowhere', audit.ipAddress, audit.wrong_ipAddress],
    ['subSystem=%3D1', audit.subSystem, audit.wrong_subSystem],
    ['requestId=%3D1', audit.requestId, audit.wrong_requestId],
  ] as const) {
    await page.goto(`/admin/audit-logs?${validFilters}&${wrong}`)
    await expect(refused(name)).toContainText(reason)
    await expect(entries(page)).toHaveCount(1)
  }
  await page.goto('/admin/audit-logs?user=mia&action=bogus')
  await expect(refused(audit.user)).toContainText(audit.wrong_user)
  await expect(refused(audit.actions)).toContainText(audit.wrong_action)
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: kit.clearFilters }).click()
  await expect(refused(audit.user)).toHaveCount(0)
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

function entries(page: Page) {
  return page.getByRole('table', { name: audit.caption }).locator('tbody').getByRole('row')
}

/** Types day, month, year, hour and minute; the focus advances automatically. */
async function typeDate(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

function apply(page: Page) {
  return page.locator('main').getByRole('button', { name: kit.apply, exact: true }).click()
}

function timeInUrl(page: Page, name: string): number {
  return Date.parse(new URL(page.url()).searchParams.get(name) ?? '')
}

import { expect, type Page } from '@playwright/test'
import { auditTitleMessages } from '../../web/parts/texts/messages.ts'
import { messages } from '../../features/admin/audit-log/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'
import { record } from '../../test/e2e/admin-audit-log-tool.ts'

/** Returns the length in hours of the period in the URL. */
function lengthOf(page: Page): number {
  const { searchParams } = new URL(page.url())
  const [start, end] = ['startDate', 'endDate'].map((name) => searchParams.get(name) ?? '')
  return (Date.parse(end ?? '') - Date.parse(start ?? '')) / 3_600_000
}

const audit = messages.en
const titles = auditTitleMessages.en

function searchField(page: Page) {
  return page.getByRole('combobox', { name: audit.searchLog })
}

function entries(page: Page) {
  return page.getByRole('table', { name: audit.caption }).locator('tbody').getByRole('row')
}

test('B5 a failed request is found by its request ID with the keyboard alone', async ({ page }) => {
  const grace = await addPerson()
  const requestId = `${grace.id.slice(-12)}-0e`
  await record(grace, 'password_change_refused', { requestId, data: { reason: 'old password' } })
  await enterAsAdmin(page, { roles: ['auditor'] })
  await searchField(page).focus()
  await page.keyboard.type(requestId)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(
    'failed to change their password · wrong current password',
  )
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('j')
  const link = entries(page).first().getByRole('link')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: titles.password_change_refused })
  await expect(drawer).toContainText(requestId)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('B5 a period is selected by dragging over the histogram or with the keyboard', async ({
  page,
}) => {
  await record(await addPerson(), 'logged_out', {})
  await enterAsAdmin(page, { roles: ['auditor'] })
  const bars = page.getByRole('group', { name: audit.histogram }).getByRole('button')
  await expect(bars.first()).toBeAttached()
  const [from, to] = [bars.nth(10), bars.nth(20)]
  await from.hover()
  const label = (await from.getAttribute('aria-label')) ?? ''
  await expect(page.locator('figcaption')).toContainText(label)
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
  await expect(page).toHaveURL(/startDate=.*endDate=/)
  expect(lengthOf(page)).toBe(11 * 12)
  const period = page.getByRole('combobox', { name: audit.period })
  await expect(period).toHaveValue('custom')
  await period.selectOption(audit.anyTime)
  await expect(page).not.toHaveURL(/startDate/)
  await bars.last().focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.locator('[aria-pressed=true][data-index]')).toHaveCount(3)
  // Without Shift, the caption describes the bar with the focus.
  await page.keyboard.press('ArrowRight')
  const focusedLabel = await page.locator('[data-index]:focus').getAttribute('aria-label')
  await expect(page.locator('figcaption')).toContainText(focusedLabel ?? '')
  await bars.last().focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/startDate=.*endDate=/)
  expect(lengthOf(page)).toBe(3 * 12)
  // A filter by user returns no counts.
  await page.goto('/admin/audit-logs?user=nobody@quay.example')
  await expect(page.getByText(audit.empty)).toBeVisible()
  await expect(page.getByRole('group', { name: audit.histogram })).toHaveCount(0)
})

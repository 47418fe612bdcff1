import sql from 'sql-template-tag'
import { expect, type Page } from '@playwright/test'
import { now } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import {
  connectMessages,
  messages,
  summaryMessages,
} from '../../features/admin/platforms/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson, type Person } from '../../test/e2e/people.ts'
import { allowStatus, expectAccessible, test } from '../../test/e2e/stage.ts'
import { register, logInByTest } from '../../test/e2e/admin-platform-test.ts'

const [t, words] = [messages.en, connectMessages.en]
const summary = summaryMessages.en

test('B8 a test login of a user without access fails, and the window shows the reason', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await page.getByRole('tab', { name: summary.tabAccess }).click()
  const otherUser = await addPerson()
  const window = await logInByTest(page, otherUser)
  await expect(window.getByText(words.denied_no_access)).toBeVisible()
  await window.reload()
  allowStatus(window, 400)
  await expect(page.getByText(words.testNever).last()).toBeVisible()
  await updateRows('subsystems', { id }, { active: false })
})

test('an admin previews the claims about a user, and sees why a user has no access', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const ada = await addPerson({ subsystems: ['onboarding'] })
  const otherUser = await addPerson({ subsystems: ['business-hub'] })
  await page.goto('/admin/platforms/onboarding?tab=access')
  await choose(page, ada)
  const grace = { user: 'Grace Hopper', name: 'Onboarding dashboard' }
  await expect(page.getByText(summary.mayOpen(grace))).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `"${ada.email}"` })
  await expect(row.first()).toBeVisible()
  await expectAccessible(page)
  await choose(page, otherUser)
  await expect(page.getByText(summary.mayNotOpen(grace))).toBeVisible()
  await expect(page.getByText(words.denied_no_access)).toBeVisible()
})

async function choose(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('combobox', { name: summary.previewUser }).fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
}

test('a test login that is opened from another site waits for a click', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/test-login?platform=onboarding')
  await page.getByRole('button', { name: words.testStart }).click()
  await expect(page).toHaveURL(/\/login\?/)
})

test('a platform in use opens on its summary; a change shows a bar to save it', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await updateRows('subsystems', { id }, { testedAt: now, testedVersion: sql`version` })
  await page.goto(`/admin/platforms/${id}`)
  await expect(page.getByRole('heading', { name: summary.summary })).toBeVisible()
  await expect(page.getByText(summary.reachNone).first()).toBeVisible()
  await expect(page.getByRole('list', { name: words.steps })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('tab', { name: t.registration }).click()
  await expect(page.getByRole('button', { name: t.save, exact: true })).toHaveCount(0)
  const name = page.getByLabel(t.name, { exact: true })
  await name.fill('Renamed')
  await page.getByRole('button', { name: summary.cancel, exact: true }).click()
  await expect(name).toHaveValue(`Ledger ${id}`)
  await name.fill('General ledger')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'General ledger' })).toBeVisible()
  await expect(page.getByText(summary.unsaved)).toHaveCount(0)
  await updateRows('subsystems', { id }, { active: false })
})

test('B8 an admin registers a platform, copies the snippet, and sees a successful test login', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await expect(page.locator('pre')).toContainText(id)
  const steps = page.getByRole('list', { name: words.steps })
  await steps.getByRole('button', { name: words.stepAccess }).click()
  await expect(page.getByText(words.testNever).last()).toBeVisible()

  const ada = await addPerson({ subsystems: [id] })
  const window = await logInByTest(page, ada)
  await expect(window.getByText(words.windowPassed)).toBeVisible()
  const email = window.getByRole('row').filter({ hasText: `"${ada.email}"` })
  await expect(email.last()).toContainText('email')
  expect(await window.content()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  await expectAccessible(window)
  await window.close()

  await expect(page.getByText(words.testPassed)).toBeVisible()
  await page.goto('/admin/platforms')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await expect(row.getByText(words.tested)).toBeVisible()
  await updateRows('subsystems', { id }, { active: false })
})

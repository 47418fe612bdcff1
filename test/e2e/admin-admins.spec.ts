import { expect, type Page } from '@playwright/test'
import { accountMessages, messages } from '../../features/admin/admins/texts/messages.ts'
import { adminSetUpMessages as setUpPage } from '../../features/account/sign-up/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { allowStatus, expectAccessible, linkIn, mailTo, password, test } from './stage.ts'

const [t, words] = [accountMessages.en, messages.en]

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens the menu of an admin's row and presses an entry. */
async function choose(page: Page, email: string, entry: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

test('B9 an invited audit-only admin sees what the role allows and sets up the account', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  await page.getByRole('button', { name: t.invite }).click()
  const dialog = page.getByRole('dialog', { name: t.inviteTitle })
  const email = `auditor.${Date.now()}@portico.example`
  await dialog.getByLabel(t.email, { exact: true }).fill(email)
  await dialog.getByLabel(t.firstname, { exact: true }).fill('Joan')
  await dialog.getByLabel(t.lastname, { exact: true }).fill('Clarke')
  await dialog.getByLabel(words.auditor, { exact: true }).check()
  await expect(dialog.getByText(/Visible pages: .*Audit log/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(rowOf(page, email).getByText(t.waiting)).toBeVisible()
  await expect(rowOf(page, email).getByText(words.auditor, { exact: true })).toBeVisible()

  const joan = await newPage(browser)
  await joan.goto(linkIn(await mailTo(email)))
  await joan.getByLabel(setUpPage.en.password, { exact: true }).fill(password)
  await joan.getByLabel(setUpPage.en.confirmPassword, { exact: true }).fill(password)
  await joan.getByRole('button', { name: setUpPage.en.save }).click()
  await expect(joan.getByRole('link', { name: setUpPage.en.logIn })).toBeVisible()
  await page.reload()
  await expect(rowOf(page, email).getByText(t.active, { exact: true })).toBeVisible()
})

test('B9 an admin is logged out, reset, deactivated and activated, each with a reason', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const other = await newPage(browser)
  const joan = await enterAsAdmin(other, { firstname: 'Joan', roles: ['auditor'] })
  allowStatus(other, 401)
  await page.goto('/admin/admin-users')
  await rowOf(page, joan.email).getByRole('link', { name: 'Joan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Joan/ })).toBeVisible()
  await expect(page.getByText(words.text_auditor)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: t.sessions }).click()
  await expect(page.getByRole('table', { name: t.sessions })).toBeVisible()
  await page.getByRole('tab', { name: t.tab_activity }).click()
  await expect(page.getByText(/Joan .* logged in/).first()).toBeVisible()
  await page.getByRole('button', { name: t.endSessions }).click()
  const sessions = page.getByRole('dialog', { name: /^End all sessions for Joan/ })
  await sessions.getByLabel(t.reason).fill('Left the phone on a train')
  await sessions.getByRole('button', { name: t.endSessions }).click()
  await expect(page.getByText('1 session has ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: t.endSessions })).toHaveCount(0)
  await page.getByRole('link', { name: words.back }).click()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)

  await choose(page, joan.email, t.reset)
  const reset = page.getByRole('dialog', { name: /^Reset Joan .*login/ })
  await reset.getByLabel(t.reason).fill('Left the phone on a train')
  await reset.getByRole('button', { name: t.reset }).click()
  await expect(rowOf(page, joan.email).getByText(t.factor_none)).toBeVisible()
  await mailTo(joan.email, /Set up your .* again/)

  await choose(page, joan.email, t.deactivate)
  const dialog = page.getByRole('dialog', { name: /^Deactivate Joan/ })
  await dialog.getByRole('button', { name: t.deactivate }).click()
  await expect(rowOf(page, joan.email).getByText(words.deactivated)).toBeVisible()
  await choose(page, joan.email, t.activate)
  const back = page.getByRole('dialog', { name: /^Activate Joan/ })
  await back.getByRole('button', { name: t.activate }).click()
  await expect(rowOf(page, joan.email).getByText(words.deactivated)).toBeHidden()
})

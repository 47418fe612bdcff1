import { expect, type Page } from '@playwright/test'
import { accountMessages, messages } from '../../features/admin/admins/texts/messages.ts'
import { fieldMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages, stepUpMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { addAdmin } from '../../test/e2e/people.ts'
import { expectAccessible, test, allowStatus, mailTo } from '../../test/e2e/stage.ts'
import { backdate } from '../../test/e2e/rows.ts'

/** Opens the menu of an admin's row and presses an entry. */
async function choose(page: Page, email: string, entry: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

const [t, words] = [accountMessages.en, messages.en]

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

test('B9 admins are found by name and role; the matrix of roles keeps the search', async ({
  page,
}) => {
  const wanted = await addAdmin({ roles: ['auditor'] })
  const other = await addAdmin({ roles: ['support'] })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  await page.getByRole('searchbox', { name: userListMessages.en.search }).fill(other.email)
  await expect(rowOf(page, wanted.email)).toHaveCount(0)
  await expect(rowOf(page, other.email)).toBeVisible()
  await page.getByRole('button', { name: listMessages.en.filter, exact: true }).click()
  await page.getByRole('button', { name: words.roles, exact: true }).click()
  await page.getByRole('group').getByText(words.auditor, { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(words.none, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('')
  await expect(rowOf(page, wanted.email)).toBeVisible()
  await page.getByRole('button', { name: t.asMatrix }).click()
  await expect(page).toHaveURL(/role=auditor&view=matrix/)
  await expect(rowOf(page, other.email)).toHaveCount(0)
  const file = page.waitForRequest(/admin-users\/export\?role=auditor$/)
  await page.getByRole('button', { name: listMessages.en.exportCsv }).click()
  await file
})

test('Escape asks for confirmation before it discards a filled-in invitation, and closes an empty one', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  const dialog = page.getByRole('dialog', { name: t.inviteTitle })
  const question = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await page.getByRole('button', { name: t.invite }).click()
  await expect(dialog.getByLabel(t.email, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: t.invite }).click()
  await dialog.getByLabel(t.firstname, { exact: true }).fill('Joan')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialog.getByLabel(t.firstname, { exact: true })).toHaveValue('Joan')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: fieldMessages.en.leave }).click()
  await expect(dialog).toHaveCount(0)
})

test('an admin’s invitation is shown on the admin’s page and can be revoked there', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  await page.getByRole('button', { name: t.invite }).click()
  const dialog = page.getByRole('dialog')
  const email = `wrong.${Date.now()}@portico.example`
  await dialog.getByLabel(t.email, { exact: true }).fill(email)
  await dialog.getByLabel(t.firstname, { exact: true }).fill('Wrong')
  await dialog.getByLabel(t.lastname, { exact: true }).fill('Address')
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/admin/admin-users?q=${email}`)
  await rowOf(page, email).getByRole('link').first().click()
  await expect(page.getByText(t.worksUntil)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.revoke }).first().click()
  await dialog.getByLabel(t.reason).fill('Wrong address')
  await dialog.getByRole('button', { name: t.revoke }).click()
  await expect(page.getByText(t.invitationOver)).toBeVisible()
  await expect(page.getByRole('button', { name: t.revoke })).toHaveCount(0)
})

test('B9 the matrix shows each admin’s roles, and a click previews the permissions that would change', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const joan = await addAdmin({ firstname: 'Joan', roles: ['auditor'] })
  await page.goto('/admin/admin-users')
  await page.getByRole('button', { name: t.asMatrix }).click()
  await expect(page).toHaveURL(/view=matrix/)
  const boxes = rowOf(page, joan.email).getByRole('checkbox')
  await expect(boxes.first()).toBeChecked()
  await boxes.nth(1).click()
  await expect(
    page.getByText(/New permissions: manage partner users, manage companies/),
  ).toBeVisible()
  await expect(boxes.nth(1)).not.toBeChecked()
  await page.getByRole('button', { name: words.save }).click()
  await expect(boxes.nth(1)).toBeChecked()
  await expectAccessible(page)
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
})

test('S2: An Enter pressed out of habit after a step-up code triggers nothing behind the dialog', async ({
  page,
}) => {
  const eve = await enterAsAdmin(page, { roles: ['super_admin'] })
  allowStatus(page, 403)
  await backdate('admin_sessions', { adminId: eve.id }, { stepUpAt: '1 hour' })
  await page.goto('/admin/admin-users')
  const invite = page.getByRole('button', { name: t.invite })
  await invite.click()
  const dialog = page.getByRole('dialog', { name: t.inviteTitle })
  await dialog.getByLabel(t.email, { exact: true }).fill(`support.${Date.now()}@portico.example`)
  await dialog.getByLabel(t.firstname, { exact: true }).fill('Joan')
  await dialog.getByLabel(t.lastname, { exact: true }).fill('Clarke')
  await dialog.getByRole('button', { name: t.send }).click()
  const code = page.getByLabel(stepUpMessages.en.otp)
  await code.waitFor()
  // Stops the clock, so that the second does not pass on a slow machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await code.fill(await eve.authenticator.code())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(invite).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(1_000)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
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
  await dialog.getByLabel(t.reason).fill('On leave')
  await dialog.getByRole('button', { name: t.deactivate }).click()
  await expect(rowOf(page, joan.email).getByText(words.deactivated)).toBeVisible()
  await choose(page, joan.email, t.activate)
  const back = page.getByRole('dialog', { name: /^Activate Joan/ })
  await back.getByLabel(t.reason).fill('Back from leave')
  await back.getByRole('button', { name: t.activate }).click()
  await expect(rowOf(page, joan.email).getByText(words.deactivated)).toBeHidden()
})

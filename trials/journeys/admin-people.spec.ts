import { expect, type Locator, type Page } from '@playwright/test'
import { backdate, updateRows } from '../../test/e2e/rows.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { stepUpMessages, userListMessages } from '../../web/parts/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { invitationWords } from '../../test/e2e/invitation-words.ts'
import { enterAsAdmin, newPage, logIn } from '../../test/e2e/admins.ts'
import { cell, chooseCompany } from '../../test/e2e/inviting.ts'
import { addPerson, type Person, enterAs } from '../../test/e2e/people.ts'
import { allowStatus, linkIn, mailTo, test, visitExpecting } from '../../test/e2e/stage.ts'
import { chooseInMenu } from '../../test/e2e/admin-people.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'

const [users, invitations] = [userMessages.en, invitationWords]

test('S2: 403003 a change asks for a new code in its own dialog, and continues afterwards', async ({
  page,
}) => {
  const ada = await addPerson()
  const eve = await enterAsAdmin(page, { roles: ['user_admin'] })
  allowStatus(page, 403)
  await backdate('admin_sessions', { adminId: eve.id }, { stepUpAt: '1 hour' })
  await page.goto(`/admin/users?q=${ada.email}`)
  const row = rowOf(page, ada)
  await chooseInMenu(row, users.deactivate)
  const question = page.getByRole('dialog', { name: /Deactivate/ })
  const stepUp = page.getByRole('dialog', { name: stepUpMessages.en.title })
  await question.getByLabel(users.reason).fill('Left the company')
  await question.getByRole('button', { name: users.deactivate }).click()
  await stepUp.getByRole('button', { name: fieldMessages.en.cancel }).click()
  await expect(question.getByLabel(users.reason)).toHaveValue('Left the company')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)

  await question.getByRole('button', { name: users.deactivate }).click()
  await stepUp.getByLabel(stepUpMessages.en.otp).fill(await eve.authenticator.code())
  await expect(row.getByText(users.deactivated)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('SC-13 deactivated users are listed only with their filter', async ({ page }) => {
  const ada = await addPerson()
  await updateRows('users', { id: ada.id }, { active: false })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${ada.email}`)
  await expect(page.getByText(users.none)).toBeVisible()
  const toggle = page.getByRole('switch', { name: userListMessages.en.showDeactivated })
  await toggle.check()
  await expect(rowOf(page, ada).getByText(users.deactivated)).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked()
  await rowOf(page, ada)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('button', { name: users.activate, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await toggle.uncheck()
  await expect(page.getByText(users.none)).toBeVisible()
})

/** Selects an action of a row's menu, and confirms it. */
async function pressInRow(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button').last().click()
  await page.getByRole('listitem').getByRole('button', { name: action }).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

test('resending an invitation invalidates its older link', async ({ page, browser }) => {
  const email = `mary.${Date.now()}@quay.example`
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations')
  await page.getByRole('link', { name: invitations.invite }).click()
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await cell(page, 'email').fill(email)
  await cell(page, 'firstname').fill('Mary')
  await cell(page, 'lastname').fill('Kowalska')
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  await page.getByRole('link', { name: invitations.back }).first().click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText(invitations.state_open)).toBeVisible()
  const older = linkIn(await mailTo(email))

  await pressInRow(page, row, invitations.resend)
  await expect(page.getByText('1 invitation resent.')).toBeVisible()
  await expect.poll(async () => linkIn(await mailTo(email)), { timeout: 15_000 }).not.toBe(older)
  const newer = linkIn(await mailTo(email))
  const guest = await newPage(browser)
  await visitExpecting(guest, older, 400)
  await expect(guest.getByText(signUpMessages.en.invalidTitle).first()).toBeVisible()
  await guest.goto(newer)
  await expect(guest.getByLabel(signUpMessages.en.password, { exact: true })).toBeVisible()

  await pressInRow(page, row, invitations.revoke)
  await expect(row.getByText(invitations.state_revoked)).toBeVisible()
  await visitExpecting(guest, newer, 400)
  await expect(guest.getByText(signUpMessages.en.invalidTitle).first()).toBeVisible()
  await guest.context().close()
})

test('M13 a missing time is empty on the screen, and screen readers announce the reason', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['user_admin'] }, `/admin/users?q=${ada.email}`)
  const cell = rowOf(page, ada).getByRole('cell', { name: users.never, exact: true })
  const { width, height } = (await cell.getByText(users.never).boundingBox()) ?? {}
  expect([width, height]).toEqual([1, 1])
  await expect(cell.locator(':scope > *')).toHaveCount(1)
})

function rowOf(page: Page, { email }: Person) {
  return page.getByRole('row').filter({ hasText: email })
}

test('S13: “Disable the authenticator now” logs a user out, mails them and rejects the codes of a stolen phone', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  const attacker = await newPage(browser)
  await enterAs(attacker, ada)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${ada.email}`)
  await rowOf(page, ada).getByRole('link').click()
  const reset = page.getByRole('button', { name: userPageMessages.en.resetAccess })
  await reset.click()
  await page.getByRole('button', { name: users.disableTwoFactor }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(/stop working immediately/)).toBeVisible()
  await question.getByLabel(users.reason).fill('Phone stolen')
  await question.getByRole('button', { name: users.disableTwoFactor }).click()
  await expect(page.getByText(users.disabledNow({ name: 'Grace Hopper' }))).toBeVisible()
  await reset.click()
  await expect(page.getByRole('button', { name: users.disableTwoFactor })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await mailTo(ada.email, /two-factor/i)

  await visitExpecting(attacker, '/main/profile', 401)
  await expect(attacker).toHaveURL(/\/login/)
  await logIn(attacker, ada)
  await expect(attacker.getByText(loginMessages.en.wrongCode)).toBeVisible()
  await attacker.context().close()
})

import { expect, type Locator, type Page } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { stepUpMessages } from '../../web/ui/step-up-messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { mailKindMessages } from '../../features/admin/users/mail-kind-messages.ts'
import { userPageMessages } from '../../features/admin/users/user-page-messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/messages.ts'
import { userListMessages } from '../../web/ui/user-list-messages.ts'
import { invitationWords } from './invitation-words.ts'
import { enterAsAdmin, logIn, newPage } from './admins.ts'
import { cell, chooseCompany } from './inviting.ts'
import { addPerson, change, enterAs, type Person } from './people.ts'
import { urls } from './place.ts'
import { allow, linkIn, mailTo, test, visit } from './stage.ts'

const own = userPageMessages.en
const [users, invitations] = [userMessages.en, invitationWords]

test('SC-13 ST-06 RT-23 a partner user is deactivated with a reason, is out of the hub at once, and is let in again by Undo', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await change('update users set onboarded_at = now() where id = $1', [ada.id])
  const hub = await newPage(browser)
  await enterAs(hub, ada)
  await hub.goto(urls.hub)
  await expect(hub.getByText('Grace Hopper')).toBeVisible()
  await enterAsAdmin(page, { roles: ['user_admin'] })
  await page.goto('/admin/users')
  await page.getByLabel(users.search).fill(ada.email)
  const row = rowOf(page, ada)
  await expect(row.getByText(users.active)).toBeVisible()
  await expect(page).toHaveURL(/\?q=walker/)

  await chooseInMenu(row, users.deactivate)
  const question = page.getByRole('dialog')
  await expect(question.getByText('1 active session will end.')).toBeVisible()
  await question.getByLabel(users.reason).fill('Left the company')
  await question.getByRole('button', { name: users.deactivate }).click()
  await expect(row.getByText(users.deactivated)).toBeVisible()
  const isIn = async () => (await hub.request.get(urls.hub, { maxRedirects: 0 })).ok()
  await expect.poll(isIn, { timeout: 2_000 }).toBe(false)
  await visit(hub, '/main/profile', 401)
  await expect(hub).toHaveURL(/\/login/)

  await page.getByRole('button', { name: users.undo }).click()
  await expect(row.getByText(users.active)).toBeVisible()
  await mailTo(ada.email, /active again/)
  await logIn(hub, ada)
  await expect(hub).toHaveURL(/\/main\/home/)
  await hub.context().close()
})

test('S2: 403003 a change asks for a fresh code in its own dialog, and goes on afterwards', async ({
  page,
}) => {
  const ada = await addPerson()
  const eve = await enterAsAdmin(page, { roles: ['user_admin'] })
  allow(page, 403)
  await change(
    `update admin_sessions set step_up_at = step_up_at - interval '1 hour' where admin_id = $1`,
    [eve.id],
  )
  await page.goto(`/admin/users?q=${ada.email}`)
  const row = rowOf(page, ada)
  await chooseInMenu(row, users.deactivate)
  const question = page.getByRole('dialog', { name: /Deactivate/ })
  const asked = page.getByRole('dialog', { name: stepUpMessages.en.title })
  await question.getByLabel(users.reason).fill('Left the company')
  await question.getByRole('button', { name: users.deactivate }).click()
  await asked.getByRole('button', { name: fieldMessages.en.cancel }).click()
  await expect(question.getByLabel(users.reason)).toHaveValue('Left the company')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)

  await question.getByRole('button', { name: users.deactivate }).click()
  await asked.getByLabel(stepUpMessages.en.otp).fill(await eve.authenticator.code())
  await expect(row.getByText(users.deactivated)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('SC-13 deactivated users are found only with the filter for them', async ({ page }) => {
  const ada = await addPerson()
  await change('update users set active = false where id = $1', [ada.id])
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
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

test('S13: “Disable the authenticator now” logs a user out, mails them and refuses the codes of a stolen phone', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  const thief = await newPage(browser)
  await enterAs(thief, ada)
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
  await rowOf(page, ada).getByRole('link').click()
  await page.getByRole('button', { name: users.disableTwoFactor }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(/authenticator and passkeys stop working at once/)).toBeVisible()
  await question.getByLabel(users.reason).fill('Phone stolen')
  await question.getByRole('button', { name: users.disableTwoFactor }).click()
  await expect(page.getByText(fill(users.disabledNow, { name: 'Grace Hopper' }))).toBeVisible()
  await expect(page.getByRole('button', { name: users.disableTwoFactor })).toHaveCount(0)
  await mailTo(ada.email, /authenticator/i)

  await visit(thief, '/main/profile', 401)
  await expect(thief).toHaveURL(/\/login/)
  await logIn(thief, ada)
  await expect(thief.getByText(loginMessages.en.wrongCode)).toBeVisible()
  await thief.context().close()
})

test('SC-14 a user’s pending links and mails are shown, and a lost mail is sent again', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
  await rowOf(page, ada).getByRole('link').click()
  await page.getByRole('button', { name: users.resetPassword }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Asked by phone')
  await question.getByRole('button', { name: users.send }).click()
  await expect(page.getByText(fill(users.sent, { email: ada.email }))).toBeVisible()
  const first = linkIn(await mailTo(ada.email))

  await page.getByRole('tab', { name: own.tab_emails }).click()
  await expect(page).toHaveURL(/tab=emails/)
  const mails = page.getByRole('table', { name: own.emails })
  await expect(mails.getByText(mailKindMessages.en['reset-password'])).toBeVisible()
  await expect(mails.getByText(users.mail_sent).first()).toBeVisible()
  await expect(mails.getByText(/^Not opened yet; works until/)).toBeVisible()
  expect(await page.content()).not.toContain(new URL(first).pathname.split('/').at(-1))
  await mails.getByRole('button').first().click()
  await expect(page.getByText(users.resent)).toBeVisible()
})

/** An action of a row's menu, confirmed. */
async function pressInRow(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button').last().click()
  await page.getByRole('listitem').getByRole('button', { name: action }).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

test('a user is invited, and resending the invitation makes its older link invalid', async ({
  page,
  browser,
}) => {
  const email = `mary.${Date.now()}@quay.example`
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto('/admin/invitations')
  await page.getByRole('link', { name: invitations.invite }).click()
  await chooseCompany(page, 'Harbour Trading')
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
  await visit(guest, older, 400)
  await expect(guest.getByText(signUpMessages.en.invalidTitle).first()).toBeVisible()
  await guest.goto(newer)
  await expect(guest.getByLabel(signUpMessages.en.password, { exact: true })).toBeVisible()

  await pressInRow(page, row, invitations.revoke)
  await expect(row.getByText(invitations.state_revoked)).toBeVisible()
  await visit(guest, newer, 400)
  await expect(guest.getByText(signUpMessages.en.invalidTitle).first()).toBeVisible()
  await guest.context().close()
})

test('M13 a missing time is empty on the screen, and a screen reader hears why', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['user_admin'] })
  await page.goto(`/admin/users?q=${ada.email}`)
  const cell = rowOf(page, ada).getByRole('cell', { name: users.never, exact: true })
  const { width, height } = (await cell.getByText(users.never).boundingBox()) ?? {}
  expect([width, height]).toEqual([1, 1])
  await expect(cell.locator(':scope > *')).toHaveCount(1)
})

/** Opens the menu of a row, and presses one of its buttons. */
async function chooseInMenu(row: Locator, text: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.getByRole('button', { name: text, exact: true }).click()
}

function rowOf(page: Page, { email }: Person) {
  return page.getByRole('row').filter({ hasText: email })
}

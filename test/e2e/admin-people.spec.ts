import { expect, type Page } from '@playwright/test'
import { now } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import {
  messages as userMessages,
  mailKindMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin, logIn, newPage } from './admins.ts'
import { addPerson, enterAs, type Person } from './people.ts'
import { urls } from './place.ts'
import { linkIn, mailTo, test, visitExpecting } from './stage.ts'
import { chooseInMenu } from './admin-people.ts'

const own = userPageMessages.en

const users = userMessages.en

test('SC-13 ST-06 RT-23 a partner user deactivated with a reason loses access to the hub immediately, and Undo restores it', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await updateRows('users', { id: ada.id }, { onboardedAt: now })
  const hub = await newPage(browser)
  await enterAs(hub, ada)
  await hub.goto(urls.hub)
  await expect(hub.getByText('Grace Hopper')).toBeVisible()
  await enterAsAdmin(page, { roles: ['user_admin'] }, '/admin/users')
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
  await visitExpecting(hub, '/main/profile', 401)
  await expect(hub).toHaveURL(/\/login/)

  await page.getByRole('button', { name: users.undo }).click()
  await expect(row.getByText(users.active)).toBeVisible()
  await mailTo(ada.email, /active again/)
  await logIn(hub, ada)
  await expect(hub).toHaveURL(/\/main\/home/)
  await hub.context().close()
})

test('SC-14 a user’s pending links and mails are shown, and an undelivered mail is sent again', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${ada.email}`)
  await rowOf(page, ada).getByRole('link').click()
  await page.getByRole('button', { name: userPageMessages.en.resetAccess }).click()
  await page.getByRole('button', { name: users.resetPassword }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Asked by phone')
  await question.getByRole('button', { name: users.send }).click()
  await expect(page.getByText(users.sent({ email: ada.email }))).toBeVisible()
  const first = linkIn(await mailTo(ada.email))

  await page.getByRole('tab', { name: own.tab_emails }).click()
  await expect(page).toHaveURL(/tab=emails/)
  const mails = page.getByRole('table', { name: own.emails })
  await expect(mails.getByText(mailKindMessages.en['reset-password'])).toBeVisible()
  await expect(mails.getByText(users.mail_sent).first()).toBeVisible()
  await expect(mails.getByText(/^Unopened · expires/)).toBeVisible()
  expect(await page.content()).not.toContain(new URL(first).pathname.split('/').at(-1))
  await mails.getByRole('button').first().click()
  await expect(page.getByText(users.resent)).toBeVisible()
})

function rowOf(page: Page, { email }: Person) {
  return page.getByRole('row').filter({ hasText: email })
}

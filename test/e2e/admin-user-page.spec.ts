import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { recoverMessages } from '../../features/account/recovery/recover-messages.ts'
import { messages as resetMessages } from '../../features/account/recovery/messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { userPageMessages } from '../../features/admin/users/user-page-messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { addPerson, change, enterAs, openLink, type Person } from './people.ts'
import { passwordMessages } from '../../web/ui/password-messages.ts'
import { Authenticator, isAccessible, linkIn, mailTo, password, test } from './stage.ts'

const [users, own, reset] = [userMessages.en, userPageMessages.en, resetMessages.en]

async function openUser(page: Page, { id }: Person): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?user=${id}`)
}

async function act(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Lost phone, called back')
  await question.getByRole('button', { name: action }).click()
}

/** The set-up of the new authenticator, after the first step of a reset. */
async function setUpNew(page: Page): Promise<void> {
  const key = (await page.locator('code[aria-labelledby=authenticator-key]').textContent()) ?? ''
  const authenticator = new Authenticator(key.replaceAll(/\s/g, ''))
  await page.getByLabel(reset.newCode).fill(await authenticator.code())
  await expect(page.getByRole('heading', { level: 1, name: reset.doneTitle })).toBeVisible()
}

test('a lost phone is replaced from the user’s page: one press, one reason, and the user sets up a new one', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await openUser(page, ada)
  await act(page, users.resetTwoFactor, users.send)
  const theirs = await newPage(browser)
  await openLink(theirs, linkIn(await mailTo(ada.email, /two-factor/i)))
  await theirs.getByLabel(reset.password, { exact: true }).fill(password)
  await theirs.getByRole('button', { name: reset.next }).click()
  await setUpNew(theirs)
  await theirs.context().close()

  await page.getByRole('tab', { name: own.tab_emails }).click()
  await expect(page.getByText(/^Used /)).toBeVisible()
})

test('U3: password and phone are recovered with one link and the code that support reads out', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await openUser(page, ada)
  await act(page, own.recover, own.startRecovery)
  const dialog = page.getByRole('dialog', { name: /^Read this code out to/ })
  const code = (await dialog.locator('p[dir=ltr]').textContent()) ?? ''
  expect(code).toMatch(/^\d{3} \d{3}$/)
  await isAccessible(page)
  await dialog.getByRole('button', { name: own.codeRead }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.content()).not.toContain(code)

  const theirs = await newPage(browser)
  await openLink(theirs, linkIn(await mailTo(ada.email, /second factor/i)))
  await expect(theirs.getByText(recoverMessages.en.recoverText)).toBeVisible()
  await isAccessible(theirs)
  await theirs.getByRole('button', { name: passwordMessages.en.suggestPassword }).click()
  await theirs.getByLabel(recoverMessages.en.supportCode).fill(code.replace(' ', ''))
  await setUpNew(theirs)
  await theirs.context().close()
})

test('“What happened yesterday?” is answered in two presses from the user’s page', async ({
  page,
}) => {
  const ada = await addPerson()
  await change(
    `insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id)
     values ($1, now() - interval '1 day', 'visitor', null, $2, 'login_failed', '{"reason": "code"}', '203.0.113.7', 'portal', 'r-1')`,
    [randomUUID(), ada.id],
  )
  await openUser(page, ada)
  await page.getByRole('tab', { name: own.tab_activity }).click()
  await page.getByRole('button', { name: own.period_yesterday }).click()
  await expect(page.getByRole('heading', { name: /^Yesterday/ })).toBeVisible()
  await expect(page.getByText('wrong code')).toBeVisible()
  await expect(page.getByText('203.0.113.7')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: own.period_today }).click()
  await expect(page.getByText(own.activityNoneIn)).toBeVisible()
  await expect(page.getByText(/^Last event: \d+ \w+ \d{4}/)).toBeVisible()
})

test('an event of the activity opens with its request id, which leads to the audit log', async ({
  page,
}) => {
  const ada = await addPerson()
  const requestId = randomUUID()
  await change(
    `insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id)
     values ($1, now(), 'visitor', null, $2, 'login_failed', '{"reason": "code"}', '203.0.113.8', 'portal', $3)`,
    [randomUUID(), ada.id, requestId],
  )
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?user=${ada.id}&tab=activity`)
  const event = page.getByRole('listitem').filter({ hasText: '203.0.113.8' })
  // Anywhere in its line.
  await event.click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(requestId)).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await event.getByRole('button', { name: /^Details of the event at/ }).press('Enter')
  await details.getByText(requestId).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit-logs\\?requestId=${requestId}`))
  await page.goBack()
  await page.getByRole('link', { name: own.activityInLog }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit-logs\\?user=${ada.id}`))
  await expect(page.getByText('203.0.113.8')).toBeVisible()
})

test('the tabs are gone through by the arrow keys, stay in the address bar, and one session is ended', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  const theirs = await newPage(browser)
  await enterAs(theirs, ada)
  await openUser(page, ada)
  await page.getByRole('tab', { name: own.tab_overview }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: own.tab_sessions })).toBeFocused()
  await expect(page).toHaveURL(/tab=sessions/)
  await page.reload()
  await expect(page.getByRole('tab', { name: own.tab_sessions, selected: true })).toBeVisible()
  await page.getByRole('button', { name: /^End the session:/ }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Left at a library')
  await question.getByRole('button', { name: own.endOneAction }).click()
  await expect(page.getByText(users.noSessions)).toBeVisible()
  await theirs.context().close()
})

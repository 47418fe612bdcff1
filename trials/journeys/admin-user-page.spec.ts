import { expect, type Page } from '@playwright/test'
import {
  messages as resetMessages,
  recoverMessages,
} from '../../features/account/recovery/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import {
  Authenticator,
  allowStatus,
  expectAccessible,
  linkIn,
  mailTo,
  test,
  password,
} from '../../test/e2e/stage.ts'
import { randomUUID } from 'node:crypto'
import { ago, now } from '#test/rows.ts'
import { addRow, addRows, updateRows } from '../../test/e2e/rows.ts'
import { messages as logMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { activityMessages, passwordMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { addPerson, openLink, type Person, enterAs } from '../../test/e2e/people.ts'

const [users, own, reset] = [userMessages.en, userPageMessages.en, resetMessages.en]
const [activity, log] = [activityMessages.en, logMessages.en]

async function openUser(page: Page, { id }: Person): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${id}`)
}

test('U3: password and phone are recovered with one link and the code that support reads out', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await openUser(page, ada)
  await runAction(page, own.recover, own.startRecovery)
  const dialog = page.getByRole('dialog', { name: own.codeTitle({ name: 'Grace Hopper' }) })
  const code = (await dialog.locator('p[dir=ltr]').textContent()) ?? ''
  expect(code).toMatch(/^\d{3} \d{3}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: own.codeRead }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.content()).not.toContain(code)

  const userPage = await newPage(browser)
  await openLink(userPage, linkIn(await mailTo(ada.email, /second factor/i)))
  await expect(userPage.getByText(recoverMessages.en.recoverText)).toBeVisible()
  await expectAccessible(userPage)
  await userPage.getByRole('button', { name: passwordMessages.en.suggestPassword }).click()
  await userPage.getByLabel(recoverMessages.en.supportCode).fill(code.replace(' ', ''))
  await setUpNew(userPage)
  await userPage.context().close()
})

test('3A20: the head of a user names the zone of both times', async ({ page }) => {
  const ada = await addPerson()
  await updateRows('users', { id: ada.id }, { timezone: 'Asia/Kolkata' })
  await updateRows('user_logins', { userId: ada.id }, { lastLoginAt: now })
  await openUser(page, ada)
  await expect(page.getByText(/^Local time \d\d:\d\d UTC\+5:30$/)).toBeVisible()
  await expect(page.getByText(/^Last login .* UTC\S*$/)).toBeVisible()
})

test('another company is selected with the pointer, in the dialog', async ({ page }) => {
  const person = await addPerson()
  await addPerson({ company: 'Yawl Lines' })
  await enterAsAdmin(page, { roles: ['super_admin'] }, `/admin/users/${person.id}`)
  await page.getByRole('button', { name: own.move, exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('combobox').fill('yawl')
  await page.getByRole('option', { name: 'Yawl Lines' }).click()
  await expect(question.getByRole('combobox')).toHaveValue('Yawl Lines')
})

test('the reason field has the focus, even if a section above it can be expanded', async ({
  page,
}) => {
  await openUser(page, await addPerson())
  await page.getByRole('button', { name: own.resetAccess }).click()
  await page.getByRole('button', { name: users.resetPassword }).click()
  await expect(page.getByRole('dialog').getByLabel(users.reason)).toBeFocused()
})

test('a pending link is shown first, and can be revoked', async ({ page, browser }) => {
  const ada = await addPerson()
  await openUser(page, ada)
  await runAction(page, users.resetTwoFactor, users.send)
  const security = page.getByRole('region', { name: own.security })
  await expect(
    security.getByText(/^Two-factor reset link pending, expires (today|tomorrow)/),
  ).toBeVisible()
  const link = linkIn(await mailTo(ada.email, /two-factor/i))
  await expectAccessible(page)
  await security.getByRole('button', { name: own.revokeLink }).click()
  await page.getByRole('dialog').getByLabel(users.reason).fill('Sent by mistake')
  await page.getByRole('dialog').getByRole('button', { name: own.revokeLink }).click()
  await expect(page.getByText(own.linkRevoked)).toBeVisible()
  await expect(security.getByRole('button', { name: own.revokeLink })).toHaveCount(0)
  const userPage = await newPage(browser)
  allowStatus(userPage, 400, 404, 410)
  await userPage.goto(link)
  await expect(userPage.getByRole('heading', { name: reset.invalidTitle })).toBeVisible()
  await userPage.context().close()

  await page.getByRole('tab', { name: own.tab_emails }).click()
  await expect(page.getByText(own.link_voided)).toBeVisible()
})

test('yesterday’s events are shown in two clicks from the user’s page', async ({ page }) => {
  const ada = await addPerson()
  await addRow('audit_log', {
    id: randomUUID(),
    timestamp: ago('1 day'),
    actorKind: 'visitor',
    actorId: null,
    targetId: ada.id,
    action: 'login_failed',
    data: '{"reason": "code"}',
    ipAddress: '203.0.113.7',
    subSystem: 'portal',
    requestId: 'r-1',
  })
  await openUser(page, ada)
  await page.getByRole('tab', { name: own.tab_activity }).click()
  // The time of the last event, shown below, is known from this first list.
  await expect(page.getByText('203.0.113.7')).toBeVisible()
  await page.getByRole('button', { name: activity.period_yesterday }).click()
  await expect(page.getByRole('heading', { name: activity.period_yesterday })).toBeVisible()
  await expect(page.getByText('wrong code')).toBeVisible()
  await expect(page.getByText('203.0.113.7')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: activity.period_today }).click()
  await expect(page.getByText(activity.activityNoneIn)).toBeVisible()
  await expect(page.getByText(/^Last event: \d+ \w+ \d{4}/)).toBeVisible()
})

test('many similar events are grouped in one line, which expands to show each', async ({
  page,
}) => {
  const ada = await addPerson()
  const failed = Array.from({ length: 25 }, (_, n) => ({
    timestamp: ago(`${n + 1} seconds`),
    actorKind: 'visitor',
    targetId: ada.id,
    action: 'login_failed',
    data: { reason: 'code' },
    ipAddress: `203.0.113.${n % 4}`,
    subSystem: 'portal',
    requestId: '',
  }))
  await addRows('audit_log', failed)
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}?tab=activity&period=all`)
  const failures = page.getByRole('listitem').filter({ hasText: 'wrong code' })
  const line = failures.filter({ hasText: activity.times({ count: 25 }) })
  await expect(failures).toHaveCount(1)
  await expect(line).toContainText(activity.addresses({ count: 4 }))
  await line.getByRole('button', { expanded: false }).press('Enter')
  await expect(line.getByRole('listitem')).toHaveCount(25)
  await expectAccessible(page)
})

test('in Arabic a device is shown from right to left, browser first', async ({ page }) => {
  const ada = await addPerson()
  await addRow('audit_log', {
    timestamp: now,
    actorKind: 'user',
    actorId: ada.id,
    action: 'login_succeeded',
    data: '{"browser": "Chrome on macOS"}',
    ipAddress: '203.0.113.9',
    subSystem: 'portal',
    requestId: '',
  })
  await enterAsAdmin(
    page,
    { roles: ['support'], locale: 'ar' },
    `/admin/users/${ada.id}?tab=activity`,
  )
  await expect(page.locator('bdi[dir=rtl]').filter({ hasText: 'macOS' })).toBeVisible()
  const [browser = 0, system = 0] = await page.evaluate<number[]>(`
    const text = [...document.querySelectorAll('bdi[dir=rtl]')].find((each) => each.textContent.includes('macOS')).firstChild
    ;['Chrome', 'macOS'].map((word) => {
      const range = document.createRange()
      range.setStart(text, text.data.indexOf(word))
      range.setEnd(text, text.data.indexOf(word) + word.length)
      return range.getBoundingClientRect().left
    })`)
  expect(browser).toBeGreaterThan(system)
})

test('an event of the activity shows its request id, which links to the audit log', async ({
  page,
}) => {
  const ada = await addPerson()
  const requestId = randomUUID()
  await addRow('audit_log', {
    id: randomUUID(),
    timestamp: now,
    actorKind: 'visitor',
    actorId: null,
    targetId: ada.id,
    action: 'login_failed',
    data: '{"reason": "code"}',
    ipAddress: '203.0.113.8',
    subSystem: 'portal',
    requestId,
  })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}?tab=activity`)
  const event = page.getByRole('listitem').filter({ hasText: '203.0.113.8' })
  // The whole line is clickable.
  await event.click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(requestId)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await event.getByRole('button', { name: /^Details of the event at/ }).press('Enter')
  await details.getByRole('button', { name: log.onlyThis({ value: requestId }) }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit-logs\\?requestId=${requestId}`))
  // The address changes before the page does, and the details stay open until then.
  await expect(page.getByRole('heading', { level: 1, name: log.title })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: activity.activityInLog }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit-logs\\?user=${ada.id}`))
  await expect(page.getByText('203.0.113.8')).toBeVisible()
})

test('a lost phone is replaced from the user’s page with one click and a reason, and the user sets up a new one', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  await openUser(page, ada)
  await runAction(page, users.resetTwoFactor, users.send)
  const userPage = await newPage(browser)
  await openLink(userPage, linkIn(await mailTo(ada.email, /two-factor/i)))
  await userPage.getByLabel(reset.password, { exact: true }).fill(password)
  await userPage.getByRole('button', { name: reset.next }).click()
  await setUpNew(userPage)
  await userPage.context().close()

  await page.getByRole('tab', { name: own.tab_emails }).click()
  await expect(page.getByText(/^Used /)).toBeVisible()
})

async function runAction(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: own.resetAccess }).click()
  await page.getByRole('button', { name: button }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Lost phone, called back')
  await question.getByRole('button', { name: action }).click()
}

/** Sets up the new authenticator, after the first step of a reset. */
async function setUpNew(page: Page): Promise<void> {
  const key = (await page.locator('code[aria-labelledby=authenticator-key]').textContent()) ?? ''
  const authenticator = new Authenticator(key.replaceAll(/\s/g, ''))
  await page.getByLabel(reset.newCode).fill(await authenticator.code())
  await expect(page.getByRole('heading', { level: 1, name: reset.doneTitle })).toBeVisible()
}

test('the arrow keys move between tabs, the URL keeps the tab, and one session is ended', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  const userTab = await newPage(browser)
  await enterAs(userTab, ada)
  await openUser(page, ada)
  await page.getByRole('tab', { name: own.tab_overview }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: own.tab_sessions })).toBeFocused()
  await expect(page).toHaveURL(/tab=sessions/)
  await page.reload()
  await expect(page.getByRole('tab', { name: own.tab_sessions, selected: true })).toBeVisible()
  await page.getByRole('button', { name: /^End session:/ }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Left at a library')
  await question.getByRole('button', { name: own.endOneAction }).click()
  await expect(page.getByText(users.noSessions)).toBeVisible()
  await userTab.context().close()
})

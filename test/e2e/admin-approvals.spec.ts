import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { approvalMessages } from '../../web/ui/approval-messages.ts'
import { accountMessages } from '../../features/admin/admins/account-messages.ts'
import { messages as roleMessages } from '../../features/admin/admins/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/messages.ts'
import { endedMessages } from '../../features/admin/approvals/ended-messages.ts'
import { messages } from '../../features/admin/approvals/messages.ts'
import { signMessages } from '../../features/admin/approvals/sign-messages.ts'
import { addAdmin, addPerson, change, server, type Person } from './people.ts'
import { ownServerEnvironment, urls } from './place.ts'
import { allow, isAccessible, mailTo, test } from './stage.ts'

const [t, kit, words] = [messages.en, approvalMessages.en, roleMessages.en]
const platform = platformMessages.en
const ended = endedMessages.en

let own: ChildProcess
let url = ''

test.describe.configure({ mode: 'serial' })

/** Beside the other journeys' server, which asks no second person: on the same database. */
test.beforeAll(async () => {
  test.setTimeout(180_000)
  await server()
  const port = await freePort()
  url = Object.assign(new URL(urls.portal), { port }).origin
  own = spawn(join('node_modules', '.bin', 'node'), ['app/main.ts'], {
    env: {
      ...process.env,
      ...ownServerEnvironment,
      PORT: String(port),
      PUBLIC_URL: url,
      TWO_PERSON: 'on',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
})

test.afterAll(async () => {
  await giveRightsAnew('now()')
  own.kill('SIGTERM')
  if (own.exitCode === null) await once(own, 'exit')
})

const admins: string[] = []

/** Makes the rights of this file's admins as old as that. */
function giveRightsAnew(since: string): Promise<void> {
  return change(`update admin_roles set given_at = ${since} where admin_id = any($1)`, [admins])
}

/** An admin of the right who has held it for two days, in a browser of their own. */
async function enterAsSenior(page: Page, firstname: string, path: string): Promise<Person> {
  const admin = await addAdmin({ roles: ['super_admin'], firstname })
  admins.push(admin.id)
  await change(`update admin_roles set given_at = now() - interval '2 days' where admin_id = $1`, [
    admin.id,
  ])
  await enter(page, admin, path)
  return admin
}

async function enter(page: Page, admin: Person, path: string): Promise<void> {
  const { people, adminCookies } = await server()
  const { token } = await people.startSessionOfAdmin(admin, { ipAddress: '127.0.0.1' })
  await page.context().addCookies([{ name: adminCookies.session, value: token, url }])
  allow(page, 401)
  await page.goto(`${url}/terms-conditions`)
  await page.evaluate(
    `localStorage.setItem('adminLogin', 'true'); localStorage.setItem('adminLoginUntil', String(Date.now() + 900000))`,
  )
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function otherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return context.newPage()
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Chooses a role for an admin and saves. */
async function addRole(page: Page, email: string, role: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: words.change, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(role, { exact: true }).check()
  await dialog.getByRole('button', { name: words.save }).click()
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: t.approve, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve: / })
  await dialog.getByRole('button', { name: t.approve }).click()
}

test('two admins in two browsers change a role; the same again answers 409004', async ({
  page,
  browser,
}) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  const asker = await enterAsSenior(page, 'Asta', '/admin/admin-users')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Bea', '/admin/approvals')

  await addRole(page, joan.email, words.support)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(rowOf(page, joan.email).getByText(words.support, { exact: true })).toHaveCount(0)
  await expect(page.getByText(/waits? for a second person\. See/).first()).toBeVisible()
  await isAccessible(page)

  allow(page, 409)
  await addRole(page, joan.email, words.support)
  await expect(page.getByRole('dialog').getByText(kit.approvalPending)).toBeVisible()
  await page.keyboard.press('Escape')

  await second.reload()
  await second.getByRole('link', { name: 'Change an administrator’s roles' }).first().click()
  await expect(second.getByText(`gets: ${words.support}.`)).toBeVisible()
  await expect(second.getByRole('navigation').getByText('(1 waits for you)')).toBeAttached()
  await isAccessible(second)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await expect(second.getByText(t.state_done, { exact: true }).first()).toBeVisible()

  await page.reload()
  await expect(rowOf(page, joan.email).getByText(words.support, { exact: true })).toBeVisible()
  await mailTo(asker.email, /was decided/)
})

test('a new redirect URI of a platform works once another admin has approved it', async ({
  page,
  browser,
}) => {
  const { people } = await server()
  const id = `shop-${Date.now()}`
  const home = `https://${id}.example`
  const [first, added] = [`${home}/first`, `${home}/second`]
  await people.addPlatform({ id, name: 'Shop', url: home, redirectUris: [first] })
  const path = `/admin/platforms?platform=${id}&tab=registration`
  await enterAsSenior(page, 'Cleo', path)
  const uris = page.getByRole('textbox', { name: platform.redirectUris, exact: true })
  await uris.fill(`${first}\n${added}`)
  await page.getByRole('button', { name: platform.save }).click()
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(page.getByText(kit.pending.one)).toBeVisible()
  await expect(uris).toHaveValue(first)

  const second = await otherPage(browser)
  await enterAsSenior(second, 'Dora', '/admin/approvals')
  await second
    .getByRole('link', { name: /addresses or keys/ })
    .first()
    .click()
  await expect(second.locator('ins')).toContainText(added)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await page.reload()
  await expect(uris).toHaveValue(`${first}\n${added}`)
})

test('403005 an admin whose right is too young decides nothing; 409009 without another one nothing is done', async ({
  page,
  browser,
}) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  await enterAsSenior(page, 'Elin', '/admin/admin-users')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Frida', '/admin/approvals')
  await addRole(page, joan.email, words.support)
  await expect(page.getByText(kit.asked)).toBeVisible()
  await second.reload()
  await second.getByRole('link', { name: 'Change an administrator’s roles' }).first().click()
  await second.getByRole('button', { name: t.approve, exact: true }).click()
  await giveRightsAnew('now()')
  allow(second, 403)
  const dialog = second.getByRole('dialog', { name: /^Approve: / })
  await dialog.getByRole('button', { name: t.approve }).click()
  await expect(dialog.getByText(t.mayNotDecide)).toBeVisible()

  const jane = await addAdmin({ roles: ['auditor'], firstname: 'Jane' })
  await page.reload()
  allow(page, 409)
  await addRole(page, jane.email, words.support)
  await expect(page.getByRole('dialog').getByText(kit.noSecondPerson)).toBeVisible()
})

test('a user’s request is refused by name: the page says who and why, and promises nothing any more', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsSenior(page, 'Hanna', `/admin/users?user=${ada.id}`)
  await change(
    `insert into approvals (id, kind, target_id, proposal, before, needs, asked_kind, asked_by, reason, not_before, expires_at)
     values (gen_random_uuid(), 'replace-factors', $1, '{"lost": "factors"}', '{}', '{}', 'user', $1, 'It fell into the harbour',
             now() + interval '1 day', now() + interval '3 days')`,
    [ada.id],
  )
  await page.reload()
  // One banner for one request.
  await expect(page.getByRole('link', { name: kit.seeRequest })).toHaveCount(1)
  await expect(page.getByText(kit.pending.one)).toHaveCount(0)
  await page.getByRole('link', { name: kit.seeRequest }).click()

  const signs = page.getByText(signMessages.en.title).locator('..')
  await expect(signs).toContainText(signMessages.en.none)
  await expect(page.getByText(t.unverifiedHint)).toBeVisible()
  const checks = await page.getByRole('main').locator('ol').getByRole('listitem').allTextContents()
  expect(checks.length).toBe(3)
  await page.getByRole('button', { name: t.approve, exact: true }).click()
  const approving = page.getByRole('dialog', { name: /^Approve: replace a lost second factor/ })
  await expect(approving.getByRole('textbox')).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(approving.getByRole('listitem')).toHaveText(checks)
  await isAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t.refuse, exact: true }).click()
  const refusing = page.getByRole('dialog')
  await refusing.getByLabel(t.reasonField).fill('Ada denies it')
  await refusing.getByRole('button', { name: t.refuse }).click()
  await expect(page.getByText(/^Refused by Hanna .*, today/)).toBeVisible()
  await expect(page.getByText('Reason: Ada denies it')).toBeVisible()
  await expect(page.getByText(ended.nothing)).toBeVisible()
  await expect(page.getByRole('heading', { name: ended.wasAsked })).toBeVisible()
  for (const promise of [/at the earliest/, t.unverifiedHint, t.notBefore])
    await expect(page.getByText(promise)).toHaveCount(0)
  await isAccessible(page)
})

test('an admin is locked out for a day', async ({ page, browser }) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  const other = await otherPage(browser)
  await enter(other, joan, '/admin/audit-logs')
  await enterAsSenior(page, 'Gerd', '/admin/admin-users')
  await rowOf(page, joan.email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: accountMessages.en.suspend, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(accountMessages.en.reason).fill('The laptop was stolen')
  await dialog.getByRole('button', { name: accountMessages.en.suspend }).click()
  await expect(rowOf(page, joan.email).getByText(/^Locked until tomorrow/)).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)
  await mailTo(joan.email)
})

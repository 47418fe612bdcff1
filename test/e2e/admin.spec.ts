import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Browser, type Page } from '@playwright/test'
import { forbiddenMessages } from '../../app/web/texts/messages.ts'
import { adminSetUpMessages as setUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { messages as adminMessages } from '../../features/admin/admins/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as twoFactorMessages } from '../../features/account/two-factor/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addAdmin, server } from './people.ts'
import { environment, urls } from './place.ts'
import { allowStatus, Authenticator, linkIn, mailTo, sendByEnter, test } from './stage.ts'

const run = promisify(execFile)
const password = 'Bright-Lagoon-1'
const [login, admins] = [loginMessages.en, adminMessages.en]

type Admin = { email: string; authenticator: Authenticator }

/** Runs `npm run portico -- admin` with the arguments. */
async function runAdminCommand(...args: string[]): Promise<void> {
  await run(join('node_modules', '.bin', 'node'), ['demo/command.ts', 'admin', ...args], {
    env: { ...process.env, ...environment },
  })
}

/** Sets up an admin from the mailed link to the admin area: password, login, authenticator, recovery codes. */
async function setUpAdmin(page: Page, firstname: string, roles: string): Promise<Admin> {
  const email = `${firstname.toLowerCase()}-${Date.now()}@portico.example`
  const name = ['--firstname', firstname, '--lastname', 'Hopper']
  await runAdminCommand('add', '--email', email, ...name, '--role', roles)
  const setUp = setUpMessages.en
  await page.goto(linkIn(await mailTo(email)))
  await expect(page).toHaveURL(`${urls.portal}/admin/set-up`)
  await page.getByLabel(setUp.password, { exact: true }).fill(password)
  await page.getByLabel(setUp.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('button', { name: setUp.save }).click()
  await page.getByRole('link', { name: setUp.logIn }).click()
  await enterPassword(page, email)
  await page.getByRole('button', { name: twoFactorMessages.en.useApp }).click()
  await expect(page.getByAltText(secondFactorMessages.en.qrCode)).toBeVisible()
  const authenticator = new Authenticator((await page.locator('code').first().textContent()) ?? '')
  await page.getByLabel(twoFactorMessages.en.otp).fill(await authenticator.code())
  await page.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
  return { email, authenticator }
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel(login.email).fill(email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await sendByEnter(page)
}

async function logIn(page: Page, { email, authenticator }: Admin): Promise<void> {
  await enterPassword(page, email)
  await page.getByLabel(login.otp).fill(await authenticator.code())
}

async function newVisitorPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: urls.portal })).newPage()
  allowStatus(page, 401)
  return page
}

test('3W14 RT-14 RT-22 RT-27 ST-05 ER-02 an admin added on the command line sets up the account and returns to the requested page', async ({
  page,
  browser,
}) => {
  allowStatus(page, 401)
  const grace = await setUpAdmin(page, 'Grace', 'super_admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
  await page.goto('/admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)

  const other = await newVisitorPage(browser)
  await other.goto('/admin/admin-users?x=1#here')
  await expect(other).toHaveURL(/\/admin\/login\?redirectURL=%2Fadmin%2Fadmin-users%3Fx%3D1%23here/)
  await logIn(other, grace)
  await expect(other).toHaveURL(`${urls.portal}/admin/admin-users?x=1#here`)
  const device = () => other.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(Object.keys(JSON.parse(await device())).sort()).toEqual(['adminLogin', 'adminLoginUntil'])

  // Because the session has ended on the server, the next call leads to the login and then back.
  await expect(other.getByRole('table')).toBeVisible()
  await other.waitForLoadState('networkidle')
  const { adminCookies } = await server()
  await other.context().clearCookies({ name: adminCookies.session })
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login\?redirect=%2Fadmin%2Fadmin-users/)
  expect(JSON.parse(await device()).adminLogin).toBeUndefined()
})

test('SC-15 ST-11 RT-23 a role change is explained before it is saved, and logging out affects every tab', async ({
  page,
}) => {
  allowStatus(page, 401)
  const grace = await enterAsAdmin(page, { firstname: 'Grace', roles: ['super_admin'] })
  const joan = await addAdmin({ firstname: 'Joan', roles: ['auditor'] })
  await page.goto('/admin/admin-users')
  const row = page.getByRole('row').filter({ hasText: joan.email })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('button', { name: admins.change, exact: true }).click()
  await page.getByLabel(admins.user_admin, { exact: true }).check()
  await expect(
    page.getByText(
      /New permissions: manage partner users, manage admin users,? and decline and cancel requests/,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: admins.save }).click()
  await expect(row.getByText(admins.user_admin)).toBeVisible()
  await expect(row.getByRole('link', { name: 'Joan Hopper', exact: true })).toBeFocused()

  await page.goto('/admin/admin-users?view=matrix')
  const ownRow = page.getByRole('row').filter({ hasText: grace.email })
  await expect(ownRow.getByRole('checkbox').first()).toBeDisabled()

  const tab = await page.context().newPage()
  await tab.goto('/admin/admin-users')
  await expect(tab.getByRole('table')).toBeVisible()
  // A call that the page still makes by itself would answer 401, and the login would return to the page.
  await tab.waitForLoadState('networkidle')
  await page.goto('/admin/logout')
  await expect(page).toHaveURL(`${urls.portal}/admin/login`)
  await expect(tab).toHaveURL(`${urls.portal}/admin/login`)
})

test('RT-23 PE-01 an admin without a role sees an explanation, and every page is forbidden', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: [] })
  await expect(page).toHaveURL(`${urls.portal}/admin/no-permission`)
  await page.goto('/admin/admin-users')
  await expect(page.getByRole('heading', { name: forbiddenMessages.en.title })).toBeVisible()
  await expect(page).toHaveURL(/\/unauthorized\?/)
})

import { expect, type Page } from '@playwright/test'
import { nextVersion, now } from '#test/rows.ts'
import { deleteRows, updateRows } from '../../test/e2e/rows.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import {
  historyMessages,
  logMeOutMessages,
  messages as sessionMessages,
} from '../../features/account/sessions/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import {
  messages as companyMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { fieldMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { companyBoxMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson, enterIn, linkFor } from '../../test/e2e/people.ts'
import {
  allowStatus,
  password,
  setLocale,
  test,
  unfold,
  withoutPageData,
} from '../../test/e2e/stage.ts'

const t = fieldMessages.en
const [companies, users, sessions] = [companyMessages.en, userMessages.en, sessionMessages.en]
const requestId = 'request-of-this-test'

test('M8: SC-22 sessions that cannot be listed or ended show error code, request id and advice, and can be retried', async ({
  page,
}) => {
  allowStatus(page, 500)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/api/users/sessions', (route) => answer(route, 500001))
  await page.route('**/api/users/login/history*', (route) => answer(route, 500001))
  await withoutPageData(page)
  await enterIn(page, 'en', '/main/security#sessions')
  await unfold(page, 'activity')
  const list = await expectDetails(page, sessions.failed, t.unexpected, 500001)
  await expectDetails(page, historyMessages.en.failed, t.unexpected, 500001)
  await list.getByRole('button', { name: t.copyDetails }).click()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  for (const part of ['500001', requestId, '/main/security']) expect(copied).toContain(part)
  await page.unroute('**/api/users/sessions')
  await list.getByRole('button', { name: t.retry }).click()
  await expect(list).toHaveCount(0)

  await page.route('**/api/users/sessions/*/logout', (route) => answer(route, 500001))
  await page.getByRole('button', { name: /^Log out of .*\d/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: sessions.logOut }).click()
  await expectDetails(page, sessions.failedToEnd, t.unexpected, 500001)
})

test('SC-22 503001 a temporarily unavailable page shows an error, and so does a link that cannot be checked', async ({
  page,
}) => {
  allowStatus(page, 503)
  const link = await linkFor(await addPerson(), 'log-me-out')
  await setLocale(page, 'en')
  await page.route('**/api/users/links/check', (route) => answer(route, 503001))
  await page.goto(link)
  const failure = await expectDetails(page, '', t.notAvailable, 503001)
  await page.unroute('**/api/users/links/check')
  await failure.getByRole('button', { name: t.retry }).click()
  await expect(page.getByRole('button', { name: logMeOutMessages.en.logOut })).toBeVisible()
})

test('SC-22 a failed logout shows the reason next to its button', async ({ page }) => {
  allowStatus(page, 500)
  await enterIn(page, 'en', '/main/help')
  await page.route('**/api/users/logout', (route) => answer(route, 500001))
  await page.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page.getByRole('button', { name: frameMessages.en.logOut }).click()
  await expectDetails(page, frameMessages.en.logOutFailed, t.unexpected, 500001)
})

test('409002 a user who has set up the authenticator in another tab is sent to the login', async ({
  page,
}) => {
  allowStatus(page, 409)
  const words = setUpMessages.en
  const person = await addPerson()
  await updateRows('second_factors', { userId: person.id }, { confirmedAt: null })
  await setLocale(page, 'en')
  await page.goto('/login')
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.route('**/api/users/configure-mfa/initiate', async (route) => {
    await updateRows('second_factors', { userId: person.id }, { confirmedAt: now })
    await route.continue()
  })
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await page.getByRole('button', { name: words.useApp }).click()
  await expect(page.getByText(words.secondFactorAlreadySet)).toBeVisible()
  await page.getByRole('button', { name: words.logIn }).click()
  await expect(page.getByLabel(login.email, { exact: true })).toBeVisible()
})

test('401001 ER-02 an admin whose session has ended is sent to the login, and back afterwards', async ({
  page,
}) => {
  const admin = await enterAsAdmin(page, { roles: ['support'] })
  await page.goto('/admin/companies')
  await page.getByRole('table').getByRole('link').first().waitFor()
  allowStatus(page, 401)
  await deleteRows('admin_sessions', { adminId: admin.id })
  await page.getByLabel(companies.search).fill('harbour')
  await expect(page).toHaveURL(/\/admin\/login\?redirect=%2Fadmin%2Fcompanies/)
})

test('403001 an admin who loses a role while a page is open sees an error with the details for support', async ({
  page,
}) => {
  const admin = await enterAsAdmin(page, { roles: ['support'] })
  allowStatus(page, 403)
  await page.goto('/admin/companies')
  await page.getByRole('heading', { level: 1, name: companies.title }).waitFor()
  await deleteRows('admin_roles', { adminId: admin.id })
  await page.getByLabel(companies.search).fill('harbour')
  const failure = page.getByRole('alert').filter({ hasText: listMessages.en.failed })
  await expect(failure).toContainText(t.forbidden)
  await expect(failure).toContainText(t.errorCode({ code: 403001 }))
  await expect(failure.getByRole('button', { name: t.retry })).toHaveCount(0)
})

test('M11: 404001 409001 413001 missing, changed or too large records and a rejected search show errors', async ({
  page,
}) => {
  allowStatus(page, 400, 404, 409, 413)
  await enterAsAdmin(page, { roles: ['super_admin'] }, `/admin/users/${crypto.randomUUID()}`)
  await expect(page.getByText(users.notFoundOne)).toBeVisible()

  for (const path of ['users', 'companies']) {
    await page.goto(`/admin/${path}?q=%3D%3Dx`)
    const field = page.getByRole('searchbox')
    await expect(field).toHaveValue('==x')
    await expect(field).toHaveAccessibleDescription(t.startsWithEquals)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await page.goto('/admin/users?company=nothing')
  const refused = listMessages.en.refusedFilter({ filter: users.company })
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const name = `Slip ${Date.now()}`
  await addPerson({ company: name })
  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('tab', { name: companyTabMessages.en.tab_settings }).click()
  await page.getByLabel(companies.name, { exact: true }).fill(`${name} Ltd`)
  await updateRows('partners', { name }, { version: nextVersion })
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.changedBySomebody)).toBeVisible()
  await page.goto('/admin/companies')

  const words = platformMessages.en
  await page.goto('/admin/platforms/new')
  await page.getByLabel(words.id, { exact: true }).fill(`big-${Date.now()}`)
  await page.getByLabel(words.name, { exact: true }).fill('Big')
  await page.getByLabel(words.url, { exact: true }).fill('https://big.example/')
  const uris = Array.from({ length: 50 }, (_, n) => `https://big.example/${n}${'x'.repeat(1500)}`)
  await page.getByLabel(words.redirectUris, { exact: true }).fill(uris.join('\n'))
  await page.getByRole('button', { name: words.register, exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: t.tooLarge })).toBeVisible()
})

test('SC-22 companies that cannot be searched for an invitation show an error next to the field', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['support'] })
  allowStatus(page, 503)
  await page.route('**/api/admin/invitations/partners*', (route) => answer(route, 503001))
  await page.goto('/admin/invitations/new')
  await expectDetails(page, companyBoxMessages.en.companiesFailed, t.notAvailable, 503001)
})

test('SC-22 companies that cannot be searched for a move show an error next to the field', async ({
  page,
}) => {
  const { id } = await addPerson()
  await enterAsAdmin(page, { roles: ['super_admin'] }, `/admin/users/${id}`)
  allowStatus(page, 503)
  await page.route('**/api/admin/partners?*', (route) => answer(route, 503001))
  await page.getByRole('button', { name: userPageMessages.en.move, exact: true }).click()
  const list = page.getByRole('listbox')
  await expect(list).toHaveText(companyBoxMessages.en.companiesFailed)
  // The open list hides the rest of the page from assistive technology.
  await page.keyboard.press('Tab')
  await expectDetails(page, companyBoxMessages.en.companiesFailed, t.notAvailable, 503001)
})

type Route = Parameters<Parameters<Page['route']>[1]>[0]

/** Responds with an error that the server sends only in case of a failure; its own tests cover that. */
function answer(route: Route, code: number): Promise<void> {
  const status = Math.floor(code / 1000)
  return route.fulfill({ status, json: { errorCode: code, errors: [{ code }], requestId } })
}

/** Expects a message with its reason, the error code and the request id; returns it. */
async function expectDetails(page: Page, text: string, reason: string, code: number) {
  const failure = page.getByRole('alert').filter({ hasText: text || reason })
  await expect(failure).toContainText(reason)
  await expect(failure).toContainText(t.errorCode({ code }))
  await expect(failure).toContainText(t.requestId({ id: requestId }))
  return failure
}

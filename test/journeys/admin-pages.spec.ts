import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Browser, type Page } from '@playwright/test'
import { fill, type Locale } from '#contract/locale.ts'
import { words as frameWords } from '../../app/web/frame-words.ts'
import { words as auditWords } from '../../features/audit-log/messages.ts'
import { words as companyWords } from '../../features/companies/messages.ts'
import { words as invitationWords } from '../../features/invitations/messages.ts'
import { words as loginWords } from '../../features/login/messages.ts'
import { words as userWords } from '../../features/partner-users/messages.ts'
import { words as signUpWords } from '../../features/sign-up/messages.ts'
import { stepUpWords } from '../../web/step-up-words.ts'
import { addAdmin, addPerson, change, enterAs, type AboutAdmin, type Person } from './people.ts'
import { urls } from './place.ts'
import { allow, linkIn, mailTo, password, sendByEnter, speak, test, visit } from './stage.ts'

const [audit, users, companies] = [auditWords.en, userWords.en, companyWords.en]
const [invitations, frame] = [invitationWords.en, frameWords.en]
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('SC-12 RT-23 an auditor’s filters stand in the address, and survive a reload and Back', async ({
  page,
}) => {
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await page.getByRole('button', { name: audit.lastHour }).click()
  await expect(page).toHaveURL(/range=lastHour/)
  await page.getByLabel(audit.user, { exact: true }).fill(una.email)
  await search(page)
  await expect(page).toHaveURL(new RegExp(`user=${una.email.split('@')[0]}`))
  const table = page.getByRole('table', { name: audit.caption })
  await expect(table.getByText(audit.audit_log_searched).first()).toBeVisible()
  await page.getByText(audit.anyAction, { exact: true }).click()
  await page.getByLabel(audit.searchActions).fill('logged in')
  await page.getByRole('checkbox', { name: audit.login_succeeded, exact: true }).check()
  await search(page)
  const filtered = /action=login_succeeded/
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(audit.login_succeeded)

  await page.reload()
  await expect(page).toHaveURL(filtered)
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByLabel(audit.user, { exact: true })).toHaveValue(una.email)
  await page.goBack()
  await expect(page).not.toHaveURL(filtered)
  await expect(table.getByText(audit.audit_log_searched).first()).toBeVisible()
})

test('SC-12 she types from when on, and is told when the end lies before it', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  const year = new Date().getFullYear()
  await typeDate(page, audit.from, `0101${year}0000`)
  await typeDate(page, audit.until, `3112${year - 1}0000`)
  await search(page)
  await expect(page.getByText(audit.endsBeforeStart)).toBeVisible()
  await expect(page).not.toHaveURL(/startDate/)
  await typeDate(page, audit.until, `0101${year + 1}0000`)
  await search(page)
  await expect.poll(() => asked(page, 'startDate')).toBe(new Date(year, 0, 1).getTime())
  await expect.poll(() => asked(page, 'endDate')).toBe(new Date(year + 1, 0, 1).getTime())
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: audit.clearAll }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

test('SC-12 an event’s details have an address of their own, and lead to everything that is like it', async ({
  page,
  extraHTTPHeaders,
}) => {
  const address = extraHTTPHeaders?.['x-forwarded-for'] ?? ''
  const una = await enterAsAdmin(page, { roles: ['auditor'] })
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${una.id}`)
  await entries(page).getByRole('link').click()
  const details = page.getByRole('dialog', { name: audit.login_succeeded })
  await expect(details.getByText(audit.requestId)).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
  await page.reload()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page).not.toHaveURL(/entry=/)
  await entries(page)
    .getByRole('button', { name: fill(audit.onlyThis, { value: address }) })
    .click()
  await expect(page).toHaveURL(new RegExp(`ipAddress=${address}`))
})

test('SC-12 AP-18 the export asks for a fresh code, and its file holds no formula', async ({
  page,
}) => {
  const eve = await enterAsAdmin(page, { roles: ['auditor'], firstname: '=1+1' })
  allow(page, 403)
  await change(
    `update admin_sessions set fresh_code_at = fresh_code_at - interval '1 hour' where admin_id = $1`,
    [eve.id],
  )
  await page.goto(`/admin/audit-logs?action=login_succeeded&user=${eve.id}`)
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: audit.export }).click()
  await expect(page.getByRole('dialog', { name: stepUpWords.en.title })).toBeVisible()
  const arriving = page.waitForEvent('download')
  await page.getByLabel(stepUpWords.en.code).fill(await eve.authenticator.code())
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=1+1 Hopper"`)
  expect(lines[1]).not.toMatch(/(^|,)"?[=+\-@\t]/)
  await expect(page.getByText(audit.exported)).toBeVisible()
})

test('SC-13 ST-06 RT-23 a partner user is deactivated with a reason, is out of the hub at once, and is let in again by Undo', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
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

  await row.getByRole('button').click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('1 open session will end.')).toBeVisible()
  await question.getByLabel(users.reason).fill('She has left the company')
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
  await expect(hub).toHaveURL(/\/main\/profile/)
  await hub.context().close()
})

test('SC-13 deactivated people are found only by whoever asks for them', async ({ page }) => {
  const ada = await addPerson()
  await change('update users set active = false where id = $1', [ada.id])
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
  await expect(page.getByText(users.none)).toBeVisible()
  const toggle = page.getByRole('switch', { name: users.showDeactivated })
  await toggle.check()
  await expect(rowOf(page, ada).getByText(users.deactivated)).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked()
  await expect(rowOf(page, ada).getByRole('button')).toHaveText(users.activate)
  await toggle.uncheck()
  await expect(page.getByText(users.none)).toBeVisible()
})

test('SC-14 somebody’s outstanding links and mails are seen, and a mail that was lost is sent again', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
  await rowOf(page, ada).getByRole('link').click()
  await page.getByRole('button', { name: users.resetPassword }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('She asked by phone')
  await question.getByRole('button', { name: users.send }).click()
  await expect(page.getByText(fill(users.sent, { email: ada.email }))).toBeVisible()
  const first = linkIn(await mailTo(ada.email))

  await page.getByRole('button', { name: users.showLinks }).click()
  const links = page.getByRole('table', { name: users.links })
  await expect(links.getByText(users.kind_reset_password)).toBeVisible()
  await expect(links.getByText(users.unused)).toBeVisible()
  expect(await page.content()).not.toContain(new URL(first).pathname.split('/').at(-1))
  const mails = page.getByRole('table', { name: users.mails })
  await expect(mails.getByText(users.mail_sent).first()).toBeVisible()
  await mails.getByRole('button').first().click()
  await expect(page.getByText(users.resent)).toBeVisible()
})

test('a company is made with ranges of addresses, and whom they would refuse is tried out first', async ({
  page,
  browser,
}) => {
  const name = `Quay ${Date.now()}`
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto('/admin/companies')
  await page.getByRole('link', { name: companies.add }).click()
  await page.getByLabel(companies.name, { exact: true }).fill(name)
  await page.getByLabel('Business hub').check()
  await page.getByRole('button', { name: companies.addRange }).click()
  await page.getByLabel(companies.range).fill('everywhere')
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.invalidCidr).first()).toBeVisible()
  await page.getByLabel(companies.range).fill('203.0.113.0/24')
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(fill(companies.saved, { name }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: companies.tryRules }).click()
  await expect(page.getByText(companies.nobodyLoggedIn)).toBeVisible()
  const visitor = await newPage(browser)
  await logIn(visitor, await addPerson({ company: name, subsystems: ['business-hub'] }))
  await expect(visitor).toHaveURL(/\/main\/profile/)
  await page.getByRole('button', { name: companies.tryRules }).click()
  await expect(page.getByText(/^1 person who logged in .* would be refused/)).toBeVisible()
  await expect(page.getByText(/^Grace Hopper, from 10\.\S+ to Business hub$/)).toBeVisible()
  await page.getByRole('button', { name: companies.addRange }).click()
  await page.getByLabel(companies.range).last().fill('10.0.0.0/8')
  await page.getByRole('button', { name: companies.tryRules }).click()
  await expect(page.getByText(companies.nobodyRefused)).toBeVisible()
  await visitor.context().close()

  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('1 range')
})

test('somebody is invited, and after the invitation was sent again its older link is void', async ({
  page,
  browser,
}) => {
  const email = `mary.${Date.now()}@quay.example`
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto('/admin/invitations')
  await page.getByRole('link', { name: invitations.invite }).click()
  await page.getByLabel(invitations.email, { exact: true }).fill(email)
  await page.getByLabel(invitations.firstname).fill('Mary')
  await page.getByLabel(invitations.lastname).fill('Kowalska')
  await page.getByLabel(invitations.findCompany).fill('Harbour')
  await page
    .getByRole('combobox', { name: invitations.company })
    .selectOption({ label: 'Harbour Trading' })
  await page.getByRole('button', { name: invitations.send }).click()
  await expect(page.getByText(fill(invitations.sent, { email }))).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText(invitations.state_open)).toBeVisible()
  const older = linkIn(await mailTo(email))

  await row.getByRole('button', { name: /again/ }).click()
  await expect(page.getByText(fill(invitations.resent, { email }))).toBeVisible()
  await expect.poll(async () => linkIn(await mailTo(email)), { timeout: 15_000 }).not.toBe(older)
  const newer = linkIn(await mailTo(email))
  const guest = await newPage(browser)
  await visit(guest, older, 400)
  await expect(guest.getByText(signUpWords.en.invalidTitle).first()).toBeVisible()
  await guest.goto(newer)
  await expect(guest.getByLabel(signUpWords.en.password, { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: invitations.revoke }).click()
  await expect(row.getByText(invitations.state_revoked)).toBeVisible()
  await visit(guest, newer, 400)
  await expect(guest.getByText(signUpWords.en.invalidTitle).first()).toBeVisible()
  await guest.context().close()
})

test('PE-01 PE-02 PE-04 RT-24 an auditor sees her own page in the menu, and any other is closed to her', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await expect(menu(page)).toHaveText([frame.auditLogs])
  await expect(menu(page)).toHaveAttribute('aria-current', 'page')
  allow(page, 403)
  for (const path of ['users', 'invitations', 'companies', 'admin-users', 'users?user=x']) {
    await page.goto(`/admin/${path}`)
    await expect(page).toHaveURL(`${urls.portal}/unauthorized`)
  }
  await page.goto('/admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

test('PE-02 PE-04 RT-24 who supports partners sees their pages, but not those of the admins', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['support'] })
  const hers = ['auditLogs', 'partnerUsers', 'invitations', 'companies'] as const
  await expect(menu(page)).toHaveText(hers.map((word) => frame[word]))
  allow(page, 403)
  await page.goto('/admin/admin-users')
  await expect(page).toHaveURL(`${urls.portal}/unauthorized`)
})

test('SC-16 every admin page is free of faults in Arabic, right to left', async ({ browser }) => {
  const page = await newPage(browser, 'ar', true)
  await lookAround(page, 'ar')
})

test('every admin page is free of faults in English on a phone, and no wider than it', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en', true)
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAround(page, 'en')
})

async function lookAround(page: Page, locale: Locale): Promise<void> {
  const { id } = await enterAsAdmin(page, { roles: ['super_admin'], locale })
  const person = await addPerson()
  const found: string[] = []
  for (const path of [
    `audit-logs?user=${id}`,
    'audit-logs?requestId=nothing-has-this',
    `users?q=${person.email}`,
    `users?user=${person.id}`,
    'companies',
    'companies?company=new',
    'invitations',
    'invitations?form=new',
    'admin-users',
    'nothing',
  ]) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const direction = await page.locator('html').getAttribute('dir')
    if (direction !== (locale === 'ar' ? 'rtl' : 'ltr')) found.push(`${path} is ${direction}`)
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (wider !== 0) found.push(`${path} is ${String(wider)} px too wide`)
    const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze()
    found.push(
      ...violations.map(
        ({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`,
      ),
    )
  }
  expect(found).toEqual([])
  await page.context().close()
}

/** A new admin logs in as one does: somebody's code works only once. */
async function enterAsAdmin(page: Page, about: AboutAdmin): Promise<Person> {
  const admin = await addAdmin(about)
  await speak(page, about.locale ?? 'en')
  allow(page, 401, 404)
  await page.goto('/admin/login')
  await fillLogin(page, admin, about.locale)
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return admin
}

async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
}

async function fillLogin(page: Page, person: Person, locale: Locale = 'en'): Promise<void> {
  const say = loginWords[locale]
  await page.getByLabel(say.email, { exact: true }).fill(person.email)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(say.code).fill(await person.authenticator.code())
}

async function newPage(browser: Browser, locale: Locale = 'en', bypassCSP = false): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.portal, bypassCSP })
  const page = await context.newPage()
  await speak(page, locale)
  allow(page, 401)
  return page
}

function entries(page: Page) {
  return page.getByRole('table', { name: audit.caption }).locator('tbody').getByRole('row')
}

function rowOf(page: Page, { email }: Person) {
  return page.getByRole('row').filter({ hasText: email })
}

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}

function search(page: Page) {
  return page.getByRole('button', { name: audit.search, exact: true }).click()
}

/** Day, month, year, hour and minute: the digits go from one to the next by themselves. */
async function typeDate(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

function asked(page: Page, name: string): number {
  return Date.parse(new URL(page.url()).searchParams.get(name) ?? '')
}

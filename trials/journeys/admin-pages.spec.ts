import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type Locale } from '#contract/locale.ts'
import { forbiddenMessages, frameMessages } from '../../app/web/texts/messages.ts'
import { enterAsAdmin, newPage, logIn } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { updateRows, addRow } from '../../test/e2e/rows.ts'
import { urls } from '../../test/e2e/place.ts'
import { test } from '../../test/e2e/stage.ts'
import {
  companyActionMessages,
  menuMessages as ofCompanies,
  messages as companyMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import {
  invitationMessages,
  userListMessages,
  networkMessages,
} from '../../web/parts/texts/messages.ts'
import { menuMessages as approvals } from '../../features/admin/approvals/texts/messages.ts'
import { menuMessages as auditLog } from '../../features/admin/audit-log/texts/messages.ts'
import { menuMessages as ofInvitations } from '../../features/admin/invitations/texts/messages.ts'
import { menuMessages as overview } from '../../features/admin/overview/texts/messages.ts'
import * as ofUsers from '../../features/admin/users/texts/messages.ts'
import { countOf } from '../../test/e2e/inviting.ts'
import { randomUUID } from 'node:crypto'
import * as adminLinks from '#contract/admin-links.ts'
import { hrefOf } from '#contract/links.ts'

const [frame, users] = [frameMessages.en, ofUsers.messages.en]
const companies = { ...companyMessages.en, ...networkMessages.en }
const [userList, invitations] = [userListMessages.en, invitationMessages.en]
const tabs = companyTabMessages.en

/** Returns the whole text with any address of 10.0.0.0/8, which each journey has. */
function withAddress(text: (values: { address: string }) => string): RegExp {
  const parts = text({ address: 'ADDRESS' }).split('ADDRESS')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('10\\.\\S+')}$`)
}

function cannotOpen(name: string): RegExp {
  return withAddress(({ address }) => companies.cannotOpenAny({ name, address }))
}

/** A script that returns the horizontal positions of parts of the preview's line. */
const leftEdges = `(() => {
  const line = [...document.querySelectorAll('li')].find((each) => each.textContent.includes('خالد'))
  return ['خالد', ' won’t', 'from 10.'].map((part) => {
    const range = document.createRange()
    const start = line.textContent.indexOf(part)
    range.setStart(line.firstChild, start)
    range.setEnd(line.firstChild, start + part.length)
    return range.getBoundingClientRect().left
  })
})()`

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('PE-02 PE-04 RT-24 a support admin sees the pages of companies, but not those of admins', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['support'] })
  const pages = [
    overview,
    auditLog,
    ofUsers.menuMessages,
    ofInvitations,
    ofUsers.undeliveredMenuMessages,
    approvals,
    ofCompanies,
  ]
  await expect(menu(page)).toHaveText(pages.map(({ en }) => en.title))
  await page.goto('/admin/admin-users')
  await expect(page.getByRole('heading', { name: forbiddenMessages.en.title })).toBeVisible()
})

test('SC-16 every admin page passes axe in Arabic, right to left', async ({ browser }) => {
  const page = await newPage(browser, 'ar', true)
  await checkPages(page, 'ar')
})

test('every admin page passes axe in English on a phone, and is no wider than the phone', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en', true)
  await page.setViewportSize({ width: 390, height: 844 })
  await checkPages(page, 'en')
})

async function checkPages(page: Page, locale: Locale): Promise<void> {
  // Visits many pages and checks each of them in full.
  test.slow()
  const { id } = await enterAsAdmin(page, { roles: ['super_admin'], locale })
  const person = await addPerson()
  const problems: string[] = []
  for (const path of [
    `audit-logs?user=${id}`,
    'audit-logs?requestId=nothing-has-this',
    `users?q=${person.email}`,
    `users/${person.id}`,
    'companies',
    'companies/new',
    'invitations',
    'invitations/new',
    'platforms',
    'platforms/new',
    'platforms/business-hub',
    'platforms/nothing',
    'admin-users',
    'compliance',
    'nothing',
  ]) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const direction = await page.locator('html').getAttribute('dir')
    if (direction !== (locale === 'ar' ? 'rtl' : 'ltr')) problems.push(`${path} is ${direction}`)
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (wider !== 0) problems.push(`${path} is ${String(wider)} px too wide`)
    const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze()
    problems.push(
      ...violations.map(
        ({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`,
      ),
    )
  }
  expect(problems).toEqual([])
  await page.context().close()
}

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}

test('U8 U16 an admin creates a company with IP ranges, previews locked-out users, and sees the company in its users list', async ({
  page,
  browser,
}) => {
  const name = `Quay ${Date.now()}`
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/companies')
  await page.getByRole('link', { name: companies.add }).click()
  await page.getByLabel(companies.name, { exact: true }).fill(name)
  await page.getByLabel('Business hub').check()
  await page.getByRole('button', { name: companies.addRange }).click()
  await page.getByLabel(companies.range).fill('everywhere')
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.invalidCidr).first()).toBeVisible()
  await page.getByLabel(companies.range).fill('203.0.113.0/24')
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.saved({ name }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByLabel(companies.range).fill('203.0.113.0/25')
  await expect(page.getByText(companies.nobodyLoggedIn)).toBeVisible()
  const visitor = await newPage(browser)
  const grace = await addPerson({ company: name, subsystems: ['business-hub'] })
  await logIn(visitor, grace)
  await expect(visitor).toHaveURL(/\/main\/home/)
  await page.getByLabel(companies.range).fill('203.0.113.0/26')
  const lockedOut = page.getByText(companies.lockedOut({ refused: 1, people: 1 }))
  await expect(lockedOut).toBeVisible()
  await expect(page.getByText(cannotOpen('Grace Hopper'))).toBeVisible()
  await updateRows('users', { id: grace.id }, { firstname: 'خالد', lastname: 'حسن' })
  await page.getByLabel(companies.range).fill('203.0.113.0/27')
  await expect(page.getByText(cannotOpen('خالد حسن'))).toBeVisible()
  const places = (await page.evaluate(leftEdges)) as number[]
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: withAddress(companies.allowToo) }).click()
  await expect(page.getByText(companies.nobodyRefused)).toBeVisible()
  await page.getByRole('button', { name: /^Remove: 10\./ }).click()
  await expect(lockedOut).toBeVisible()
  // B7: such a rule requires confirmation.
  await page.getByRole('button', { name: companies.save }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(companies.lockedOut({ refused: 1, people: 1 }))
  await dialog.getByRole('button').first().click()
  const saved = `select from ip_allow_rules r join partners p on p.id = r.partner_id
    where p.name = $1 and (r.cidr = '203.0.113.0/27' or r.name = 'Lisbon office')`
  expect(await countOf(saved, [name])).toBe(0)
  await page.getByRole('button', { name: companies.addRange }).click()
  await page.getByLabel(companies.networkName).last().fill('Lisbon office')
  await page.getByLabel(companies.range).last().fill('10.0.0.0/8')
  await expect(page.getByText(companies.nobodyRefused)).toBeVisible()
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.saved({ name })).last()).toBeVisible()
  expect(await countOf(saved, [name])).toBe(2)
  await visitor.context().close()

  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(companies.rangeCount({ count: 2 }))
  await row.getByRole('link').first().click()
  const user = page.getByRole('row').filter({ hasText: grace.email })
  await expect(user).toBeVisible()
  await page.getByRole('tab', { name: tabs.tab_networks }).click()
  const add = withAddress(({ address }) => tabs.suggestion({ count: 1, address }))
  await expect(page.getByRole('button', { name: add })).toBeVisible()
  await page.getByRole('tab', { name: tabs.tab_users }).click()
  await page.getByRole('searchbox', { name: users.search }).fill('nobody of that name')
  await expect(page.getByText(userList.noneInCompany)).toBeVisible()
  await page.getByRole('searchbox', { name: users.search }).fill(grace.email)
  await expect(user).toBeVisible()
  await page.getByRole('link', { name: companyActionMessages.en.invite }).click()
  await expect(page).toHaveURL(/\/admin\/invitations\/new\?company=/)
  await expect(page.getByRole('combobox', { name: invitations.company })).toHaveValue(name)
})

test('RT-26 each page with tabs keeps its tab on a reload, and Back leads to the page before it', async ({
  page,
}) => {
  const person = await addPerson()
  const admin = await enterAsAdmin(page, { roles: ['super_admin'] })
  const answer = await page.request.get(`/api/admin/users/${person.id}`)
  const { partner } = (await answer.json()) as { partner: { id: string } }
  const [webhook, job] = [randomUUID(), randomUUID()]
  await addRow('webhooks', { id: webhook, name: 'Ledger', url: 'https://ledger.example/hooks' })
  await addRow('bulk_jobs', { id: job, action: 'deactivate', adminId: admin.id })
  for (const link of [
    adminLinks.user({ id: person.id }),
    adminLinks.company({ id: partner.id }),
    adminLinks.admin({ id: admin.id }),
    adminLinks.platform({ id: 'business-hub' }),
    adminLinks.webhook({ id: webhook }),
    adminLinks.bulkJob({ id: job }),
  ]) {
    await page.goto(adminLinks.compliance.path)
    await page.goto(hrefOf(link))
    await page.getByRole('tab').last().click()
    await expect(page).toHaveURL(/[?&]tab=\w+/)
    await page.reload()
    await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page).toHaveURL(urls.portal + adminLinks.compliance.path)
  }
})

import { expect, type Page } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { messages as frameMessages } from '../../app/web/frame-messages.ts'
import { companyActionMessages } from '../../features/admin/companies/action-messages.ts'
import { messages as companyMessages } from '../../features/admin/companies/messages.ts'
import { companyTabMessages } from '../../features/admin/companies/tab-messages.ts'
import { invitationMessages } from '../../web/ui/invitation-messages.ts'
import { userListMessages } from '../../web/ui/user-list-messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { enterAsAdmin, logIn, newPage } from './admins.ts'
import { addPerson, change } from './people.ts'
import { urls } from './place.ts'
import { countOf } from './inviting.ts'
import { allow, test } from './stage.ts'
import { networkMessages } from '../../web/ui/network-messages.ts'

const [frame, users] = [frameMessages.en, userMessages.en]

const companies = { ...companyMessages.en, ...networkMessages.en }

const [userList, invitations] = [userListMessages.en, invitationMessages.en]

const tabs = companyTabMessages.en

test('U16 U8 a company is made with ranges of addresses, whom they would refuse is tried out first, and the list of its users names it', async ({
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
  await expect(page.getByText(fill(companies.saved, { name }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByLabel(companies.range).fill('203.0.113.0/25')
  await expect(page.getByText(companies.nobodyLoggedIn)).toBeVisible()
  const visitor = await newPage(browser)
  const grace = await addPerson({ company: name, subsystems: ['business-hub'] })
  await logIn(visitor, grace)
  await expect(visitor).toHaveURL(/\/main\/home/)
  await page.getByLabel(companies.range).fill('203.0.113.0/26')
  const lockedOut = page.getByText(/^1 of 1 users who logged in .* would be locked out/)
  await expect(lockedOut).toBeVisible()
  await expect(
    page.getByText(/^Grace Hopper: cannot open any platform from 10\.\S+$/),
  ).toBeVisible()
  await change("update users set firstname = 'خالد', lastname = 'حسن' where id = $1", [grace.id])
  await page.getByLabel(companies.range).fill('203.0.113.0/27')
  await expect(page.getByText(/خالد حسن.*: cannot open any platform from 10\.\S+$/)).toBeVisible()
  const places = (await page.evaluate(leftEdges)) as number[]
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: /^Allow 10\.\S+ too$/ }).click()
  await expect(page.getByText(companies.nobodyRefused)).toBeVisible()
  await page.getByRole('button', { name: /^Remove: 10\./ }).click()
  await expect(lockedOut).toBeVisible()
  // B7: such a rule needs a second press.
  await page.getByRole('button', { name: companies.save }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 of 1 users')
  await dialog.getByRole('button').first().click()
  const saved = `select from ip_allow_rules r join partners p on p.id = r.partner_id
    where p.name = $1 and (r.cidr = '203.0.113.0/27' or r.name = 'Lisbon office')`
  expect(await countOf(saved, [name])).toBe(0)
  await page.getByRole('button', { name: companies.addRange }).click()
  await page.getByLabel(companies.networkName).last().fill('Lisbon office')
  await page.getByLabel(companies.range).last().fill('10.0.0.0/8')
  await expect(page.getByText(companies.nobodyRefused)).toBeVisible()
  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(fill(companies.saved, { name })).last()).toBeVisible()
  expect(await countOf(saved, [name])).toBe(2)
  await visitor.context().close()

  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('2 networks')
  await row.getByRole('link').first().click()
  const user = page.getByRole('row').filter({ hasText: grace.email })
  await expect(user).toBeVisible()
  await page.getByRole('tab', { name: tabs.tab_networks }).click()
  await expect(page.getByRole('button', { name: /^Add 10\.\S+: 1 user$/ })).toBeVisible()
  await page.getByRole('tab', { name: tabs.tab_users }).click()
  await page.getByRole('searchbox', { name: users.search }).fill('nobody of that name')
  await expect(page.getByText(userList.noneInCompany)).toBeVisible()
  await page.getByRole('searchbox', { name: users.search }).fill(grace.email)
  await expect(user).toBeVisible()
  await page.getByRole('link', { name: companyActionMessages.en.invite }).click()
  await expect(page).toHaveURL(/\/admin\/invitations\?form=new&company=/)
  await expect(page.getByRole('combobox', { name: invitations.company })).toHaveValue(name)
})

test('PE-01 PE-02 PE-04 RT-24 an auditor sees their own page in the menu, and every other is closed', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await expect(menu(page)).toHaveText([frame.overview, frame.auditLogs, frame.compliance])
  await expect(menu(page).nth(1)).toHaveAttribute('aria-current', 'page')
  allow(page, 403)
  for (const path of [
    'users',
    'invitations',
    'companies',
    'platforms',
    'admin-users',
    'users?user=x',
  ]) {
    await page.goto(`/admin/${path}`)
    await expect(page).toHaveURL(`${urls.portal}/unauthorized`)
    await expect(page.getByRole('heading', { name: frame.forbiddenTitle })).toBeVisible()
    await expect(menu(page)).toHaveText([frame.overview, frame.auditLogs, frame.compliance])
  }
  await page.goto('/admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}

/** Where parts of the line of the preview begin on the screen; runs in the browser. */
const leftEdges = `(() => {
  const line = [...document.querySelectorAll('li')].find((each) => each.textContent.includes('خالد'))
  return ['خالد', ': cannot', 'from 10.'].map((part) => {
    const range = document.createRange()
    const start = line.textContent.indexOf(part)
    range.setStart(line.firstChild, start)
    range.setEnd(line.firstChild, start + part.length)
    return range.getBoundingClientRect().left
  })
})()`

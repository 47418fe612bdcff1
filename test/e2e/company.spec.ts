import { expect, type Browser, type Page } from '@playwright/test'
import { fill, type Locale } from '#contract/locale.ts'
import { delegationPanelMessages } from '../../features/admin/companies/owner-messages.ts'
import { companyTabMessages } from '../../features/admin/companies/tab-messages.ts'
import { messages as activityMessages } from '../../features/company/activity/messages.ts'
import { inviteMessages } from '../../features/company/invitations/invite-messages.ts'
import { messages as invitationMessages } from '../../features/company/invitations/messages.ts'
import { leaveMessages } from '../../features/company/membership/leave-messages.ts'
import { membershipMessages } from '../../features/company/membership/messages.ts'
import { messages as networkPageMessages } from '../../features/company/networks/messages.ts'
import { askMessages } from '../../features/company/requests/ask-messages.ts'
import { messages as requestMessages } from '../../features/company/requests/messages.ts'
import { messages as userMessages } from '../../features/company/users/messages.ts'
import { delegationMessages } from '../../web/ui/delegation-messages.ts'
import { guestMessages } from '../../web/ui/guest-messages.ts'
import { networkMessages } from '../../web/ui/network-messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson, change, enterAs, type Person } from './people.ts'
import { allow, isAccessible, mailTo, setLocale, test } from './stage.ts'

const [users, requests, networks] = [userMessages.en, requestMessages.en, networkPageMessages.en]
const [panel, invite] = [delegationPanelMessages.en, inviteMessages.en]

let count = 0

/** A company of these journeys, which administers itself. */
async function addCompany({ seats = null as number | null } = {}) {
  count += 1
  const name = `Lighthouse ${count} ${Date.now()}`
  const owner = await addPerson({ company: name })
  const ofCompany = 'where id = (select partner_id from users where id = $1)'
  await change(`update partners set delegated = true, seats = $2 ${ofCompany}`, [owner.id, seats])
  await giveRole(owner, 'owner')
  return {
    name,
    owner,
    add: (subsystems: string[] = []) => addPerson({ company: name, subsystems }),
  }
}

async function giveRole({ id }: Person, role: string): Promise<void> {
  await change(
    `insert into company_roles (user_id, role, given_by, given_at)
     values ($1, $2, 'system', now() - interval '2 days')`,
    [id, role],
  )
}

async function otherPage(browser: Browser, locale: Locale = 'en', isPhone = false): Promise<Page> {
  const context = await browser.newContext(
    isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true } : {},
  )
  const page = await context.newPage()
  await setLocale(page, locale)
  return page
}

test('U17 support lets a company administer itself, its owner gives a colleague a platform, and the activity says who did what', async ({
  page,
  browser,
}) => {
  const name = `Beacon ${Date.now()}`
  const [owner, colleague] = [
    await addPerson({ company: name }),
    await addPerson({ company: name, subsystems: [] }),
  ]
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/companies')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('tab', { name: companyTabMessages.en.tab_delegation }).click()
  await page.getByLabel(panel.delegated).check()
  await page.getByLabel(panel.seats).fill('25')
  await page.getByRole('button', { name: panel.save }).click()
  await expect(page.getByText(panel.saved)).toBeVisible()
  await expect(page.getByText(panel.noOwner)).toBeVisible()
  await page.getByRole('combobox', { name: panel.addOwner }).fill(owner.email)
  await page.getByRole('option', { name: new RegExp(owner.email) }).click()
  await page.getByRole('button', { name: panel.nameOwner }).click()
  await expect(page.getByText(panel.ownersSaved)).toBeVisible()
  await isAccessible(page)

  const theirs = await otherPage(browser)
  await enterAs(
    theirs,
    colleague,
    '/main/profile?forbidden_subsystem=business-hub&error_type=no_access',
  )
  await theirs.getByRole('button', { name: askMessages.en.request }).click()
  await theirs.getByRole('dialog').getByRole('textbox').fill('For the audit')
  await theirs.getByRole('dialog').getByRole('button', { name: askMessages.en.request }).click()
  await expect(theirs.getByText(askMessages.en.asked)).toBeVisible()

  const own = await otherPage(browser)
  await enterAs(own, owner, '/main/company/requests')
  await expect(own.getByText('For the audit')).toBeVisible()
  await isAccessible(own)
  await own.getByRole('button', { name: requests.give }).click()
  await own.getByRole('dialog').getByRole('button', { name: requests.give }).click()
  await expect(
    own.getByText(fill(requests.given, { name: 'Grace Hopper', platform: 'Business hub' })),
  ).toBeVisible()
  await theirs.goto('/main/home')
  await expect(theirs.getByRole('main').getByText('Business hub').first()).toBeVisible()

  await own.goto('/main/company/activity')
  await expect(own.getByText(/Portico support/).first()).toBeVisible()
  await isAccessible(own)
  await expect(own.getByText(activityMessages.en.none)).toBeHidden()
})

test('U17 403007 beyondDelegation: without a free seat a company invites and activates nobody', async ({
  page,
}) => {
  const { owner, add } = await addCompany({ seats: 1 })
  const colleague = await add()
  await change('update users set active = false where id = $1', [colleague.id])
  await enterAs(page, owner, `/main/company/users?user=${colleague.id}`)
  allow(page, 403)
  await page.getByRole('button', { name: users.activate }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Back from leave')
  await page.getByRole('dialog').getByRole('button', { name: users.activate }).click()
  await expect(page.getByText(delegationMessages.en.beyondDelegation).first()).toBeVisible()
})

test('U17 409006 lastOwner: the last owner cannot leave the company', async ({ page }) => {
  const { name, owner } = await addCompany()
  await enterAs(page, owner)
  allow(page, 409)
  await page.getByRole('button', { name: leaveMessages.en.leave }).click()
  const dialog = page.getByRole('dialog', {
    name: fill(leaveMessages.en.askLeave, { company: name }),
  })
  await dialog.getByRole('button', { name: leaveMessages.en.leave }).click()
  await expect(dialog.getByText(leaveMessages.en.lastOwner)).toBeVisible()
})

test('U17 409007 ownAddressExcluded: networks without the own address are saved only after a question', async ({
  page,
}) => {
  const { owner } = await addCompany()
  await enterAs(page, owner, '/main/company/networks')
  allow(page, 409)
  await page.getByRole('button', { name: networkMessages.en.addRange }).click()
  await page.getByLabel(networkMessages.en.range).fill('203.0.113.0/24')
  await page.getByRole('button', { name: networks.save }).click()
  const dialog = page.getByRole('dialog', { name: networks.askOwn })
  await expect(dialog.getByText(networks.ownAddressExcluded)).toBeVisible()
  await dialog.getByRole('button', { name: networks.saveAnyway }).click()
  await expect(page.getByText(networks.saved)).toBeVisible()
  await isAccessible(page)
})

test('U17 an owner invites users of a pasted list and gives them a role', async ({ page }) => {
  const { owner, add } = await addCompany()
  const colleague = await add(['business-hub'])
  const email = `pasted.${Date.now()}@quay.example`
  await enterAs(page, owner, '/main/company/invitations')
  await page.getByRole('link', { name: invitationMessages.en.invite }).click()
  await page.getByLabel('Business hub').check()
  await expect(page.getByText(fill(invite.can, { platforms: 'Business hub' }))).toBeVisible()
  const cell = (field: string) =>
    page.getByRole('textbox', { name: fill(guestMessages.en.cellOf, { field, row: 1 }) })
  await cell(guestMessages.en.email).fill(email)
  await cell(guestMessages.en.firstname).fill('Joan')
  await cell(guestMessages.en.lastname).fill('Clarke')
  await expect(
    page.getByRole('main').getByText(guestMessages.en.right, { exact: true }),
  ).toBeVisible()
  await isAccessible(page)
  await page
    .getByRole('button', { name: guestMessages.en.send.one.replace('{count}', '1') })
    .click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeFocused()
  expect((await mailTo(email)).Text).toContain('/sign-up/')

  await page.goto(`/main/company/users?user=${colleague.id}`)
  await page.getByRole('button', { name: 'Change roles' }).click()
  await page.getByRole('dialog').getByLabel('User manager').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invites users, gives platforms, decides requests')).toBeVisible()
  await isAccessible(page)
})

test('U17 in Arabic on a phone a user requests access and reads that it waits', async ({
  browser,
}) => {
  const { add } = await addCompany()
  const [t, page] = [askMessages.ar, await otherPage(browser, 'ar', true)]
  await enterAs(
    page,
    await add(),
    '/main/profile?forbidden_subsystem=business-hub&error_type=no_access',
  )
  await page.getByRole('button', { name: t.request }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('للتدقيق')
  await isAccessible(page, 'ar')
  await page.getByRole('dialog').getByRole('button', { name: t.request }).click()
  await expect(page.getByText(t.waiting.slice(0, 11)).first()).toBeVisible()
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
})

test('U17 P18 a user without a company joins the one that has invited the address', async ({
  page,
  browser,
}) => {
  const { name, owner } = await addCompany()
  const lonely = await addPerson({ company: null, subsystems: [] })
  await enterAs(page, owner, '/main/company/invitations?form=new')
  await page.getByLabel('Business hub').check()
  const cell = (field: string) =>
    page.getByRole('textbox', { name: fill(guestMessages.en.cellOf, { field, row: 1 }) })
  await cell(guestMessages.en.email).fill(lonely.email)
  await cell(guestMessages.en.firstname).fill('Grace')
  await cell(guestMessages.en.lastname).fill('Hopper')
  await page
    .getByRole('button', { name: guestMessages.en.send.one.replace('{count}', '1') })
    .click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  expect((await mailTo(lonely.email)).Text).toContain('/main/join')

  const own = await otherPage(browser)
  await enterAs(own, lonely, '/main/join')
  await expect(
    own.getByText(fill(membershipMessages.en.youGet, { platforms: 'Business hub' })),
  ).toBeVisible()
  await isAccessible(own)
  await own.getByRole('button', { name: membershipMessages.en.joinButton }).click()
  await expect(own.getByText(fill(membershipMessages.en.joined, { company: name }))).toBeVisible()
  await expect(own.getByRole('main').getByText('Business hub').first()).toBeVisible()
})

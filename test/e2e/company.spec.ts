import { expect } from '@playwright/test'
import {
  delegationPanelMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import { messages as activityMessages } from '../../features/company/activity/texts/messages.ts'
import {
  inviteMessages,
  messages as invitationMessages,
} from '../../features/company/invitations/texts/messages.ts'
import {
  askMessages,
  messages as requestMessages,
} from '../../features/company/requests/texts/messages.ts'
import { companyRoleMessages } from '../../contract/texts/messages.ts'
import { guestMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson, enterAs } from './people.ts'
import { expectAccessible, mailTo, test } from './stage.ts'
import { addCompany, otherPage } from './company.ts'

const requests = requestMessages.en

const [panel, invite] = [delegationPanelMessages.en, inviteMessages.en]

test('U17 support enables self-administration, the owner grants a user a platform, and the activity shows both actors', async ({
  page,
  browser,
}) => {
  const name = `Beacon ${Date.now()}`
  const [owner, colleague] = [
    await addPerson({ company: name }),
    await addPerson({ company: name, subsystems: [] }),
  ]
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/companies')
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
  await expectAccessible(page)

  const userPage = await otherPage(browser)
  await enterAs(
    userPage,
    colleague,
    '/main/profile?forbidden_subsystem=business-hub&error_type=no_access',
  )
  await userPage.getByRole('button', { name: askMessages.en.request }).click()
  await userPage.getByRole('dialog').getByRole('textbox').fill('For the audit')
  await userPage.getByRole('dialog').getByRole('button', { name: askMessages.en.request }).click()
  await expect(userPage.getByText(askMessages.en.asked)).toBeVisible()

  const ownerPage = await otherPage(browser)
  await enterAs(ownerPage, owner, '/main/company/requests')
  await expect(ownerPage.getByText('For the audit')).toBeVisible()
  await expectAccessible(ownerPage)
  await ownerPage.getByRole('button', { name: requests.give }).click()
  await ownerPage.getByRole('dialog').getByRole('button', { name: requests.give }).click()
  await expect(
    ownerPage.getByText(requests.given({ name: 'Grace Hopper', platform: 'Business hub' })),
  ).toBeVisible()
  await userPage.goto('/main/home')
  await expect(userPage.getByRole('main').getByText('Business hub').first()).toBeVisible()

  await ownerPage.goto('/main/company/activity')
  await expect(ownerPage.getByText(/Portico support/).first()).toBeVisible()
  await expectAccessible(ownerPage)
  await expect(ownerPage.getByText(activityMessages.en.none)).toBeHidden()
})

test('U17 an owner invites users from a pasted list and gives them a role', async ({ page }) => {
  const { owner, add } = await addCompany()
  const colleague = await add(['business-hub'])
  const email = `pasted.${Date.now()}@quay.example`
  await enterAs(page, owner, '/main/company/invitations')
  await page.getByRole('link', { name: invitationMessages.en.invite }).click()
  await page.getByLabel('Business hub').check()
  await expect(page.getByText(invite.can({ platforms: ['Business hub'] }))).toBeVisible()
  const cell = (field: string) =>
    page.getByRole('textbox', { name: guestMessages.en.cellOf({ field, row: 1 }) })
  await cell(guestMessages.en.email).fill(email)
  await cell(guestMessages.en.firstname).fill('Joan')
  await cell(guestMessages.en.lastname).fill('Clarke')
  await expect(
    page.getByRole('main').getByText(guestMessages.en.right, { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: guestMessages.en.send({ count: 1 }) }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeFocused()
  expect((await mailTo(email)).Text).toContain('/sign-up/')

  await page.goto(`/main/company/users/${colleague.id}`)
  await page.getByRole('button', { name: 'Change roles' }).click()
  await page.getByRole('dialog').getByLabel('User manager').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(companyRoleMessages.en.peopleText)).toBeVisible()
  await expectAccessible(page)
})

test('U17 in Arabic on a phone a user requests access and sees that the request is pending', async ({
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
  await expectAccessible(page, 'ar')
  await page.getByRole('dialog').getByRole('button', { name: t.request }).click()
  await expect(page.getByText(t.waiting({ time: '' }).slice(0, 11)).first()).toBeVisible()
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
})

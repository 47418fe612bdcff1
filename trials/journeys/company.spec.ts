import { expect } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { inviteMessages } from '../../features/company/invitations/texts/messages.ts'
import {
  leaveMessages,
  membershipMessages,
} from '../../features/company/membership/texts/messages.ts'
import { messages as networkPageMessages } from '../../features/company/networks/texts/messages.ts'
import {
  accessMessages,
  messages as userMessages,
} from '../../features/company/users/texts/messages.ts'
import {
  delegationMessages,
  guestMessages,
  networkMessages,
} from '../../web/parts/texts/messages.ts'
import { addPerson, enterAs } from '../../test/e2e/people.ts'
import { allowStatus, expectAccessible, mailTo, test } from '../../test/e2e/stage.ts'
import { addCompany, giveRole, otherPage } from '../../test/e2e/company.ts'
import {
  delegationPanelMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import { messages as activityMessages } from '../../features/company/activity/texts/messages.ts'
import {
  askMessages,
  messages as requestMessages,
} from '../../features/company/requests/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'

const requests = requestMessages.en
const panel = delegationPanelMessages.en
const [users, networks] = [userMessages.en, networkPageMessages.en]

test('U17 403007 beyondDelegation: a company without a free seat cannot invite or activate users', async ({
  page,
}) => {
  const { owner, add } = await addCompany({ seats: 1 })
  const colleague = await add()
  await updateRows('users', { id: colleague.id }, { active: false })
  await enterAs(page, owner, `/main/company/users/${colleague.id}`)
  allowStatus(page, 403)
  await page.getByRole('button', { name: users.activate }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Back from leave')
  await page.getByRole('dialog').getByRole('button', { name: users.activate }).click()
  await expect(page.getByText(delegationMessages.en.beyondDelegation).first()).toBeVisible()
})

test('U17: access after its end date is shown as ended, not as a deactivated platform', async ({
  page,
}) => {
  const { owner, add } = await addCompany()
  const colleague = await add(['business-hub'])
  await updateRows('subsystem_accounts', { userId: colleague.id }, { expiresAt: ago('2 days') })
  await enterAs(page, owner, `/main/company/users/${colleague.id}`)
  await expect(page.getByText(/Access ended on \d/)).toBeVisible()
  await expect(page.getByText(accessMessages.en.platformOff)).toHaveCount(0)
})

test('U17 409006 lastOwner: the last owner cannot leave the company', async ({ page }) => {
  const { name, owner, add } = await addCompany()
  const other = await add()
  await giveRole(other, 'owner')
  await enterAs(page, owner)
  allowStatus(page, 409)
  await page.getByRole('button', { name: leaveMessages.en.leave }).click()
  const dialog = page.getByRole('dialog', {
    name: leaveMessages.en.askLeave({ company: name }),
  })
  await updateRows('users', { id: other.id }, { active: false })
  await dialog.getByRole('button', { name: leaveMessages.en.leave }).click()
  await expect(dialog.getByText(leaveMessages.en.lastOwner)).toBeVisible()
})

test('U17 409007 ownAddressExcluded: networks without the own address are saved only after confirmation', async ({
  page,
}) => {
  const { owner } = await addCompany()
  await enterAs(page, owner, '/main/company/networks')
  allowStatus(page, 409)
  await page.getByRole('button', { name: networkMessages.en.addRange }).click()
  await page.getByLabel(networkMessages.en.range).fill('203.0.113.0/24')
  await page.getByRole('button', { name: networks.save }).click()
  const dialog = page.getByRole('dialog', { name: networks.askOwn })
  await expect(dialog.getByText(networks.ownAddressExcluded)).toBeVisible()
  await dialog.getByRole('button', { name: networks.saveAnyway }).click()
  await expect(page.getByText(networks.saved)).toBeVisible()
  await expectAccessible(page)
})

test('3K19 U17 P18 a user without a company joins the company that has invited their address', async ({
  page,
  browser,
}) => {
  const { name, owner } = await addCompany()
  const lonely = await addPerson({ company: null, subsystems: [] })
  await enterAs(page, owner, '/main/company/invitations/new')
  await page.getByRole('button', { name: inviteMessages.en.pasteList }).click()
  await page.getByLabel('Business hub').check()
  const cell = (field: string) =>
    page.getByRole('textbox', { name: guestMessages.en.cellOf({ field, row: 1 }) })
  await cell(guestMessages.en.email).fill(lonely.email)
  await cell(guestMessages.en.firstname).fill('Grace')
  await cell(guestMessages.en.lastname).fill('Hopper')
  await page.getByRole('button', { name: guestMessages.en.send({ count: 1 }) }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  await expect(page.getByText(/already belong/)).toHaveCount(0)
  expect((await mailTo(lonely.email)).Text).toContain('/main/join')

  const own = await otherPage(browser)
  await enterAs(own, lonely, '/main/join')
  await expect(
    own.getByText(membershipMessages.en.youGet({ platforms: ['Business hub'] })),
  ).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('button', { name: membershipMessages.en.joinButton }).click()
  await expect(own.getByText(membershipMessages.en.joined({ company: name }))).toBeVisible()
  await expect(own.getByRole('main').getByText('Business hub').first()).toBeVisible()
})

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
  await page.getByLabel(panel.reason).fill('First owner')
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

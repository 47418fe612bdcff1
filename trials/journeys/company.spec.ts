import { expect } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
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
import { addCompany, otherPage } from '../../test/e2e/company.ts'

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
  const { name, owner } = await addCompany()
  await enterAs(page, owner)
  allowStatus(page, 409)
  await page.getByRole('button', { name: leaveMessages.en.leave }).click()
  const dialog = page.getByRole('dialog', {
    name: leaveMessages.en.askLeave({ company: name }),
  })
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

test('U17 P18 a user without a company joins the company that has invited their address', async ({
  page,
  browser,
}) => {
  const { name, owner } = await addCompany()
  const lonely = await addPerson({ company: null, subsystems: [] })
  await enterAs(page, owner, '/main/company/invitations/new')
  await page.getByLabel('Business hub').check()
  const cell = (field: string) =>
    page.getByRole('textbox', { name: guestMessages.en.cellOf({ field, row: 1 }) })
  await cell(guestMessages.en.email).fill(lonely.email)
  await cell(guestMessages.en.firstname).fill('Grace')
  await cell(guestMessages.en.lastname).fill('Hopper')
  await page.getByRole('button', { name: guestMessages.en.send({ count: 1 }) }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
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

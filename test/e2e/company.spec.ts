import { expect } from '@playwright/test'
import {
  inviteMessages,
  messages as invitationMessages,
} from '../../features/company/invitations/texts/messages.ts'
import { leaveMessages } from '../../features/company/membership/texts/messages.ts'
import { askMessages } from '../../features/company/requests/texts/messages.ts'
import { companyRoleMessages } from '../../contract/texts/messages.ts'
import { guestMessages } from '../../web/parts/texts/messages.ts'
import { enterAs } from './people.ts'
import { expectAccessible, mailTo, test } from './stage.ts'
import { addCompany, otherPage } from './company.ts'

const invite = inviteMessages.en

test('3K11 3K19: U17 an owner invites one user, gives a colleague a role, and sees why the only owner cannot leave', async ({
  page,
}) => {
  const { name, owner, add } = await addCompany()
  const colleague = await add(['business-hub'])
  const email = `joan.${Date.now()}@quay.example`
  await enterAs(page, owner, '/main/company/invitations')
  await page.getByRole('link', { name: invitationMessages.en.invite }).click()
  await expect(page.getByLabel(guestMessages.en.email, { exact: true })).toBeFocused()
  await page.keyboard.type(email)
  await page.getByLabel(guestMessages.en.firstname).fill('Joan')
  await page.getByLabel(guestMessages.en.lastname).fill('Clarke')
  await page.getByLabel('Business hub').check()
  await expect(page.getByText(invite.can({ platforms: ['Business hub'] }))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: invite.sendOne }).click()
  const result = page.getByRole('heading', { name: invite.sentOneTitle({ name: 'Joan Clarke' }) })
  await expect(result).toBeFocused()
  await expect(page.getByText(/already belong/)).toHaveCount(0)
  expect((await mailTo(email)).Text).toContain('/sign-up/')

  await page.goto(`/main/company/users/${colleague.id}`)
  await page.getByRole('button', { name: 'Change roles' }).click()
  await page.getByRole('dialog').getByLabel('User manager').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(companyRoleMessages.en.peopleText)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/main/profile')
  await expect(page.getByText(leaveMessages.en.onlyOwner({ company: name }))).toBeVisible()
  await expect(page.getByRole('button', { name: leaveMessages.en.leave })).toHaveCount(0)
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

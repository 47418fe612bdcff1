import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { companyOf, updateRows } from '../../test/e2e/rows.ts'
import {
  messages as invitationMessages,
  replacedMessages,
} from '../../features/admin/invitations/texts/messages.ts'
import { undeliveredMessages } from '../../features/admin/users/texts/messages.ts'
import { inviteMessages } from '../../features/company/invitations/texts/messages.ts'
import { guestMessages, userListMessages as listMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { cell, chooseCompany, countOf } from '../../test/e2e/inviting.ts'
import { addPerson, enterAs, processReviews } from '../../test/e2e/people.ts'
import { expectAccessible, mailTo, setLocale, test } from '../../test/e2e/stage.ts'
import { addStage, send, findSent } from '../../test/e2e/platform-roles.ts'

test('P25: an invitation to a wrong address is resent to the right one with its platforms, roles and language, and revoked', async ({
  page,
}) => {
  const { id, name, company, legend, email } = await addStage()
  const start = `https://${id}.example/start`
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
  await chooseCompany(page, company)
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('group', { name: legend }).getByLabel('Payer').check()
  await page
    .getByRole('combobox', { name: guestMessages.en.preferredLanguage, exact: true })
    .selectOption('fr')
  await page.getByText(invitationMessages.en.moreTerms).click()
  await page.getByRole('textbox', { name: invitationMessages.en.redirectUrl }).fill(start)
  await send(page, email)
  await mailTo(email, /./)
  await updateRows(
    'mails',
    { toAddress: email },
    { state: 'failed', lastError: '550 5.1.1 No such user' },
  )
  await page.goto(`/admin/undelivered-emails?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  const correct = row.getByRole('link', { name: undeliveredMessages.en.correct })
  await expect(correct).toBeVisible()
  await expectAccessible(page)
  await correct.click()
  await expect(
    page.getByRole('heading', { level: 1, name: replacedMessages.en.title }),
  ).toBeVisible()
  const address = cell(page, 'email')
  await expect(address).toHaveValue(email)
  await expect(address).toBeFocused()
  await expect(address).toBeInViewport({ ratio: 1 })
  await expect(cell(page, 'email', 2)).toHaveCount(0)
  await expect(page.getByRole('link', { name: replacedMessages.en.back })).toHaveCount(2)
  await expect(cell(page, 'firstname')).toHaveValue('Joan')
  await expect(page.getByRole('group', { name: legend }).getByLabel('Payer')).toBeChecked()
  // The address is not an error until it is sent unchanged.
  await expect(page.getByText(guestMessages.en.notCorrected).first()).toBeVisible()
  await expect(address).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText(guestMessages.en.alreadyInvited)).toHaveCount(0)
  await expectAccessible(page)
  const sending = page.getByRole('button', { name: guestMessages.en.send({ count: 1 }) })
  await sending.click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toBeFocused()
  const right = `right.${email}`
  await address.fill(right)
  await sending.click()
  await expect(page).toHaveURL(/\/admin\/undelivered-emails$/)
  const revoked = replacedMessages.en.replaced({ email: `\u2068${email}\u2069` })
  await expect(page.getByText(revoked)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
  const [before, after] = [await findSent(email), await findSent(right)]
  expect(after).toEqual(before)
  expect(after).toEqual([{ subsystems: [id], roles: [{ subsystem: id, roles: ['payer'] }] }])
  expect(await countOf(`${ofAddress} and revoked_at is not null`, [email])).toBe(1)
  const isSame = `revoked_at is null and preferred_language = 'fr' and redirect_url = $2`
  expect(await countOf(`${ofAddress} and ${isSame}`, [right, start])).toBe(1)
})

const ofAddress = 'select from invitations where email = $1'

test('P25: a company invites users with the roles that it may grant, and sees no others', async ({
  page,
}) => {
  const { id, name, owner, legend, email } = await addStage()
  await enterAs(page, owner, '/main/company/invitations/new')
  await page.getByRole('button', { name: inviteMessages.en.pasteList }).click()
  const roles = page.getByRole('group', { name: legend })
  await page.getByRole('checkbox', { name }).check()
  await expect(page.getByText(inviteMessages.en.can({ platforms: [name] }))).toBeVisible()
  await expect(roles.getByRole('checkbox')).toHaveCount(1)
  await roles.getByLabel('Payer').check()
  await expectAccessible(page)
  await send(page, email)
  expect(await findSent(email)).toEqual([
    { subsystems: [id], roles: [{ subsystem: id, roles: ['payer'] }] },
  ])
})

test('P25: the lists of users and the access review show roles in the reader’s language', async ({
  page,
  browser,
}) => {
  const { id, company, owner } = await addStage()
  const user = await addPerson({ company, subsystems: [id, 'business-hub'] })
  await updateRows(
    'subsystem_accounts',
    { userId: user.id, subsystemId: id },
    { roles: '{approver,payer}' },
  )
  const reviewed = { reviewMonths: 6, createdAt: ago('1 year') }
  await updateRows('partners', companyOf(owner), reviewed)
  await processReviews()
  await setLocale(page, 'ar')
  await enterAs(page, owner, '/main/company/users')
  const rowOf = (list: Page) => list.getByRole('row').filter({ hasText: user.email })
  await expect(page.getByRole('columnheader', { name: listMessages.ar.roles })).toBeVisible()
  await expect(rowOf(page).getByTitle(/دافع ومعتمِد/)).toBeVisible()
  await expectAccessible(page, 'ar')
  await page.goto('/main/company/review?state=all')
  await expect(rowOf(page).getByText('دافع ومعتمِد')).toBeVisible()
  await expectAccessible(page, 'ar')

  const support = await newPage(browser)
  await enterAsAdmin(
    support,
    { roles: ['support'] },
    `/admin/users?q=${encodeURIComponent(user.email)}`,
  )
  await expect(
    rowOf(support)
      .getByTitle(/Business hub/)
      .first(),
  ).toBeVisible()
  await expect(support.getByRole('columnheader', { name: listMessages.en.roles })).toHaveCount(0)
  await support.goto(`/admin/users?platform=${id}`)
  await expect(rowOf(support).getByTitle(/Payer and Approver/)).toBeVisible()
  await expectAccessible(support)
})

test('P25: an admin invites users with roles on a platform that defines roles', async ({
  page,
}) => {
  const { id, name, company, legend, email } = await addStage()
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
  await chooseCompany(page, company)
  const roles = page.getByRole('group', { name: legend })
  await page.getByLabel('Business hub').check()
  await expect(roles).toHaveCount(0)
  await page.getByRole('checkbox', { name }).check()
  await expect(roles.getByRole('checkbox')).toHaveCount(2)
  await roles.getByLabel('Payer').check()
  await roles.getByLabel('Approver').check()
  await expectAccessible(page)
  await send(page, email)
  expect(await findSent(email)).toEqual([
    {
      subsystems: ['business-hub', id],
      roles: [{ subsystem: id, roles: ['payer', 'approver'] }],
    },
  ])
})

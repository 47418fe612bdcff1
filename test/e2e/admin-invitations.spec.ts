import { expect } from '@playwright/test'
import { invitationListMessages } from '../../features/admin/invitations/list-messages.ts'
import { userListMessages } from '../../web/ui/user-list-messages.ts'
import { invitationWords } from './invitation-words.ts'
import { enterAsAdmin } from './admins.ts'
import { cell, chooseCompany, countOf, openList, paste, unique } from './inviting.ts'
import { change } from './people.ts'
import { isAccessible, test } from './stage.ts'

const t = invitationWords
const list = invitationListMessages.en
const users = userListMessages.en

test('an invitation opens by its name, with all that is known of it', async ({ page }) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await paste(cell(page, 'email'), `eve.${tag}@quay.example;Eve;Open${tag}`)
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  await page.goto(`/admin/invitations?q=${tag}`)
  await page.getByRole('button', { name: `Eve Open${tag}`, exact: true }).click()
  const facts = page.getByRole('dialog', { name: `Eve Open${tag}` })
  await expect(facts).toContainText(`eve.${tag}@quay.example`)
  await facts.getByRole('button', { name: t.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke 1 invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: tag })).toContainText(t.state_revoked)
})

test('B6 who never joined is listed by state and age, and all of them get a new link', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await paste(
    cell(page, 'email'),
    ['ada', 'bob', 'cy'].map((name) => `${name}.${tag}@quay.example,${name},${tag}`).join('\n'),
  )
  await page.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(page.getByRole('heading', { name: '3 users invited' })).toBeVisible()
  await change(
    `update invitations set created_at = now() - interval '31 days' where email like '%.${tag}@quay.example'`,
    [],
  )
  await page.goto('/admin/invitations?state=open,expired&olderThan=30')
  const mine = page.getByRole('row').filter({ hasText: tag })
  await expect(mine).toHaveCount(3)
  await change(
    `update one_time_links set created_at = now() - interval '2 hours'
     where email like $1 and email not like 'ada%'`,
    [`%.${tag}@quay.example`],
  )
  await page.reload()
  await expect(mine).toHaveCount(3)
  for (const row of await mine.all()) await row.getByRole('checkbox').check()
  await page.getByRole('group').getByRole('button', { name: t.resend }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 of these was sent within the last hour.')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: list.leaveLately })).toBeChecked()
  await expect(dialog.getByRole('heading', { name: 'Resend 2 invitations?' })).toBeVisible()
  await dialog.getByRole('button', { name: t.resend }).click()
  await expect(page.getByText('2 invitations resent.')).toBeVisible()
  await expect(mine.filter({ hasText: 'sent 2 times' })).toHaveCount(2)
  await expect(page.getByText(list.waitingHint)).toBeVisible()
  await page.getByRole('searchbox', { name: list.search }).fill(`bob.${tag}`)
  await expect(mine).toHaveCount(1)
  await page.getByRole('button', { name: t.state_expired, exact: true }).click()
  await expect(page).toHaveURL(/\?state=expired$/)
  await expect(mine).toHaveCount(0)
  await page.getByRole('link', { name: list.neverJoined }).click()
  await expect(page.getByText(users.neverJoinedHint)).toBeVisible()
  await page.getByRole('link', { name: users.notAccepted }).click()
  await expect(page).toHaveURL(/invitations\?state=open/)
  const open = 'select from one_time_links where voided_at is null and email like $1'
  expect(await countOf(open, [`%.${tag}@quay.example`])).toBe(3)
})

for (const locale of ['en', 'ar'] as const) {
  test(`B6 SC-16 the list is accessible on a phone, with faults and without (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await enterAsAdmin(page, { roles: ['support'], locale })
    await page.goto('/admin/invitations?form=new')
    await page.locator('[name=email]').first().waitFor()
    await isAccessible(page)
    await paste(page.locator('[name=email]').first(), 'ada@quay,Ada,King\nbob@quay.example,Bob,')
    await page.locator('.primary-button').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await isAccessible(page)
  })
}

import { expect, type Page } from '@playwright/test'
import { invitationWords } from './invitation-words.ts'
import { enterAsAdmin } from './admins.ts'
import { cell, chooseCompany, countOf, paste } from './inviting.ts'
import { mailTo, test } from './stage.ts'

const t = invitationWords

const unique = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`

async function openList(page: Page): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
}

test('3A1: B6 an admin who invites thirty users from a spreadsheet is asked before they get no platform', async ({
  page,
}) => {
  const tag = unique()
  const rows = Array.from(
    { length: 30 },
    (_, n) => `U${n}\tfrom sheet\tuser${n}.${tag}@quay.example\t${n === 1 ? 'French' : ''}`,
  )
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  const hub = page.getByRole('checkbox', { name: 'Business hub' })
  // What most users have is selected as soon as it is known.
  await expect(page.getByText(/^\d+ of \d+ users? /).first()).toBeVisible()
  for (const each of await page
    .getByRole('group', { name: t.subsystems })
    .getByRole('checkbox')
    .all()) {
    await each.setChecked(false)
  }
  await paste(cell(page, 'email'), ['First name\tLast name\tEmail\tLanguage', ...rows].join('\r\n'))
  await expect(cell(page, 'email', 30)).toHaveValue(`user29.${tag}@quay.example`)
  await expect(page.getByText('30 rows ready.')).toBeVisible()
  await expect(page.getByText(t.right, { exact: true })).toHaveCount(30)
  const send = page.getByRole('button', { name: 'Send 30 invitations' })
  await send.click()
  const question = page.getByRole('dialog', { name: t.askNone({ count: 30 }) })
  await question.getByRole('button', { name: t.choosePlatforms }).click()
  await hub.check()
  await send.dblclick()
  await expect(page.getByRole('heading', { name: '30 users invited' })).toBeFocused()
  expect(await mailTo(`user1.${tag}@quay.example`, /vous invite à rejoindre/)).toBeTruthy()
  expect(
    await countOf('select from mails where to_address like $1', [`%.${tag}@quay.example`]),
  ).toBe(30)
})

import { expect, type Page } from '@playwright/test'
import { invitationWords } from './invitation-words.ts'
import { enterAsAdmin } from './admins.ts'
import { cell, chooseCompany, countOf, paste } from './inviting.ts'
import { addPerson } from './people.ts'
import { mailTo, test } from './stage.ts'

const t = invitationWords

const unique = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`

async function openList(page: Page): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
}

test('B6 an admin invites thirty users from a spreadsheet, each in their language', async ({
  page,
}) => {
  const tag = unique()
  const rows = Array.from(
    { length: 30 },
    (_, n) => `U${n}\tfrom sheet\tuser${n}.${tag}@quay.example\t${n === 1 ? 'French' : ''}`,
  )
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await paste(cell(page, 'email'), ['First name\tLast name\tEmail\tLanguage', ...rows].join('\r\n'))
  await expect(cell(page, 'email', 30)).toHaveValue(`user29.${tag}@quay.example`)
  await expect(page.getByText('30 rows ready.')).toBeVisible()
  await expect(page.getByText(t.right, { exact: true })).toHaveCount(30)
  await page.getByRole('button', { name: 'Send 30 invitations' }).dblclick()
  await expect(page.getByRole('heading', { name: '30 users invited' })).toBeFocused()
  expect(await mailTo(`user1.${tag}@quay.example`, /vous invite à rejoindre/)).toBeTruthy()
  expect(
    await countOf('select from mails where to_address like $1', [`%.${tag}@quay.example`]),
  ).toBe(30)
})

test('B6 invalid, duplicate and existing rows are listed, and nothing is sent until all rows are valid', async ({
  page,
}) => {
  const tag = unique()
  const existingUser = await addPerson({ subsystems: ['onboarding'] })
  await openList(page)
  await paste(
    cell(page, 'email'),
    [
      `ada.${tag}@quay.example;Ada;King`,
      `bob.${tag}quay.example;Bob;Ross`,
      `ADA.${tag}@quay.example;Ada;Twice`,
      `${existingUser.email};Old;Hand`,
      `cy.${tag}@quay.example;;One`,
    ].join('\n'),
  )
  await page.getByRole('button', { name: 'Fix 3 rows first' }).click()
  await expect(page.getByText(t.unknownPartner, { exact: true })).toBeVisible()
  await chooseCompany(page, 'Harbour Trading')
  const errorSummary = page.getByText('No invitations were sent because 4 rows need fixing.')
  await expect(errorSummary).toBeVisible()
  for (const text of [
    t.hasAccess,
    'Same address as row 1',
    'Please enter a valid email',
    'First name: Required',
  ])
    await expect(page.getByRole('cell').getByText(text).last()).toBeVisible()
  expect(await countOf('select from invitations where email like $1', [`%${tag}%`])).toBe(0)

  await page.getByRole('button', { name: 'Row 2', exact: true }).click()
  await expect(cell(page, 'email', 2)).toBeFocused()
  await cell(page, 'email', 2).fill(`bob.${tag}@quay.example`)
  await cell(page, 'firstname', 5).fill('Cy')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await expect(page.getByRole('row').getByText(t.willGive)).toBeVisible()
  await page.getByRole('button', { name: 'Remove row 3' }).click()
  await expect(errorSummary).toBeHidden()
  await page.getByRole('button', { name: 'Send 4 invitations' }).click()
  await expect(page.getByRole('heading', { name: '4 users invited' })).toBeVisible()
  const result = page.getByRole('main')
  await expect(result.getByText('Harbour Trading')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `ada.${tag}` })).toContainText(t.mailed)
  await expect(page.getByRole('row').filter({ hasText: existingUser.email })).toContainText(
    'Business hub',
  )
})

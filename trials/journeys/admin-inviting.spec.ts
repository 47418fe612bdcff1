import sql from 'sql-template-tag'
import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { addRow, updateRows } from '../../test/e2e/rows.ts'
import { invitationListMessages } from '../../features/admin/invitations/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { pasteMessages, userListMessages } from '../../web/parts/texts/messages.ts'
import { invitationWords } from '../../test/e2e/invitation-words.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { cell, chooseCompany, countOf, paste } from '../../test/e2e/inviting.ts'
import { allowStatus, expectAccessible, test } from '../../test/e2e/stage.ts'
import { addPerson } from '../../test/e2e/people.ts'

const t = invitationWords
const list = invitationListMessages.en
const pasted = pasteMessages.en
const users = userListMessages.en

const unique = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`

async function openList(page: Page): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
}

test('B6 unrecognized columns are listed, the admin can assign them, and edits are kept', async ({
  page,
}) => {
  await openList(page)
  await paste(
    cell(page, 'email'),
    [
      'Vorname\tNachname\tE-Mail\tAbteilung',
      'Ada\tKing\tada@quay.example\tSales',
      'Bob\tRoss\tbob@quay.example\tSales',
    ].join('\n'),
  )
  await expect(page.getByText(t.rowsPasted({ count: 2 }))).toBeVisible()
  const leftOut = pasted.leftOut({ columns: ['Vorname', 'Nachname', 'Abteilung'] })
  await expect(page.getByText(leftOut)).toBeVisible()
  await expect(cell(page, 'email', 2)).toHaveValue('bob@quay.example')
  await expect(cell(page, 'firstname')).toHaveValue('')
  await cell(page, 'firstname', 2).fill('Robert')
  const column = (name: string) =>
    page.getByRole('group', { name: pasted.columns }).getByLabel(name)
  await column('Vorname').selectOption(t.firstname)
  await column('Nachname').selectOption(t.lastname)
  await expect(cell(page, 'firstname')).toHaveValue('Ada')
  await expect(cell(page, 'firstname', 2)).toHaveValue('Robert')
  await expect(cell(page, 'lastname', 2)).toHaveValue('Ross')
  await column('Abteilung').selectOption(t.lastname)
  await expect(column('Nachname')).toHaveValue('')
  await expect(cell(page, 'lastname')).toHaveValue('Sales')
  await page.getByRole('button', { name: pasted.clearAll }).click()
  await page.getByRole('dialog').getByRole('button', { name: pasted.clearAll }).click()
  await expect(page.getByRole('group', { name: pasted.columns })).toBeHidden()
  await expect(cell(page, 'email')).toHaveValue('')
  await expect(cell(page, 'email')).toBeFocused()
})

test('B6 of 5,000 pasted rows the first 500 are sent, and the others stay for the next batch', async ({
  page,
}) => {
  const tag = unique()
  const rows = Array.from({ length: 5000 }, (_, n) => `u${n}.${tag}@quay.example,U,${n}`)
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await paste(cell(page, 'email'), rows.join('\n'))
  await expect(page.getByText(t.rowsReady({ count: 500 }))).toBeVisible()
  await expect(page.getByText(t.tooMany({ count: 500, rest: 4500 }))).toBeVisible()
  // The 500 mails are covered by the server's tests.
  await page.route('**/invitations/bulk', async (route) => {
    const { rows: sent } = route.request().postDataJSON() as { rows: unknown[] }
    const answered = sent.map(() => ({ id: crypto.randomUUID(), added: null }))
    await route.fulfill({ status: 201, json: { id: crypto.randomUUID(), rows: answered } })
  })
  await page.getByRole('button', { name: t.sendFirst({ count: 500 }) }).click()
  await expect(page.getByRole('heading', { name: t.sentTitle({ count: 500 }) })).toBeVisible()
  await page.getByRole('button', { name: t.sendRest({ count: 4500 }) }).click()
  await expect(cell(page, 'email')).toHaveValue(`u500.${tag}@quay.example`)
})

test('B6 a retry after a lost response sends each invitation once, and the input is kept', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await cell(page, 'email').fill(`ada.${tag}@quay.example`)
  await cell(page, 'firstname').fill('Ada')
  await cell(page, 'lastname').fill('King')
  allowStatus(page, 503)
  allowStatus(page, 502)
  // The server processes the request, but its response is lost.
  await page.route('**/invitations/bulk', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'a proxy lost it' })
    await page.unroute('**/invitations/bulk')
  })
  const send = page.getByRole('button', { name: t.send({ count: 1 }) })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: t.notSent })).toBeVisible()
  await expect(cell(page, 'email')).toHaveValue(`ada.${tag}@quay.example`)
  await send.click()
  await expect(page.getByRole('heading', { name: t.sentTitle({ count: 1 }) })).toBeVisible()
  expect(
    await countOf('select from mails where to_address = $1', [`ada.${tag}@quay.example`]),
  ).toBe(1)
})

test('B6 open invitations are filtered by state and age, and all of them get a new link', async ({
  page,
}) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
  await paste(
    cell(page, 'email'),
    ['ada', 'bob', 'cy'].map((name) => `${name}.${tag}@quay.example,${name},${tag}`).join('\n'),
  )
  await page.getByRole('button', { name: t.send({ count: 3 }) }).click()
  await expect(page.getByRole('heading', { name: t.sentTitle({ count: 3 }) })).toBeVisible()
  const ofTag = sql`like ${`%.${tag}@quay.example`}`
  await updateRows('invitations', { email: ofTag }, { createdAt: ago('31 days') })
  await page.goto('/admin/invitations?state=open,expired&olderThan=30')
  const mine = page.getByRole('row').filter({ hasText: tag })
  await expect(mine).toHaveCount(3)
  const ofOthers = sql`${ofTag} and email not like 'ada%'`
  await updateRows('one_time_links', { email: ofOthers }, { createdAt: ago('2 hours') })
  await page.reload()
  await expect(mine).toHaveCount(3)
  for (const row of await mine.all()) await row.getByRole('checkbox').check()
  await page.getByRole('group').getByRole('button', { name: t.resend }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(list.sentLately({ count: 1 }))).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: list.leaveLately })).toBeChecked()
  await expect(dialog.getByRole('heading', { name: t.askResend({ count: 2 }) })).toBeVisible()
  await dialog.getByRole('button', { name: t.resend }).click()
  await expect(page.getByText(t.manyResent({ count: 2 }))).toBeVisible()
  await expect(mine.filter({ hasText: t.timesSent({ count: 2 }) })).toHaveCount(2)
  await expect(page.getByText(list.waitingHint)).toBeVisible()
  await page.getByRole('searchbox', { name: list.search }).fill(`bob.${tag}`)
  await expect(mine).toHaveCount(1)
  await page.getByRole('button', { name: list.view_expired, exact: true }).click()
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
  test(`B6 SC-16 the list is accessible on a phone, with and without errors (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await enterAsAdmin(page, { roles: ['support'], locale }, '/admin/invitations/new')
    await page.locator('[name=email]').first().waitFor()
    await expectAccessible(page)
    await paste(page.locator('[name=email]').first(), 'ada@quay,Ada,King\nbob@quay.example,Bob,')
    await page.locator('.primary-button').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await expectAccessible(page)
  })
}

test('correcting a row does not move other rows, and on a phone the language is behind a button', async ({
  page,
}) => {
  await openList(page)
  await paste(cell(page, 'email'), 'ada@quay,Ada,\nbob@quay.example,Bob,Ross')
  // Positions relative to the first row, independent of scrolling.
  const places = async () => {
    const tops = await page
      .getByRole('cell')
      .getByRole('textbox')
      .evaluateAll((all) =>
        (all as unknown as Box[]).map((each) => each.getBoundingClientRect().top),
      )
    return tops.map((top) => top - (tops[0] ?? 0))
  }
  await expect(page.getByText(fieldMessages.en.invalidEmail).last()).toBeVisible()
  const before = await places()
  await cell(page, 'email').fill('ada@quay.example')
  await cell(page, 'lastname').fill('King')
  await expect(page.getByText(fieldMessages.en.invalidEmail)).toHaveCount(0)
  expect(await places()).toEqual(before)

  await page.setViewportSize({ width: 390, height: 844 })
  const language = page.getByRole('combobox', {
    name: t.cellOf({ field: t.preferredLanguage, row: '2' }),
  })
  await expect(language).toBeHidden()
  await page.getByRole('button', { name: t.cellOf({ field: t.more, row: '2' }) }).click()
  await expect(language).toBeFocused()
  const [first, last] = [cell(page, 'firstname', 2), cell(page, 'lastname', 2)]
  expect((await first.boundingBox())?.y).toBe((await last.boundingBox())?.y)
  await expect(page.getByRole('button', { name: /^Send|^Fix/ })).toBeInViewport({ ratio: 1 })
})

type Box = { getBoundingClientRect: () => { top: number } }

test('a company without platforms links to the page that grants them', async ({ page }) => {
  const name = `Empty ${unique()}`
  await enterAsAdmin(page, { roles: ['support'] })
  await addRow('partners', { name, subsystems: [] })
  await page.goto('/admin/invitations/new')
  await chooseCompany(page, name)
  await expect(page.getByText(t.noneOfCompany)).toBeVisible()
  await page.getByRole('link', { name: t.giveToCompany }).click()
  await expect(page).toHaveURL(/\/admin\/companies\/[0-9a-f-]{36}\?tab=access$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
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
  await page.getByRole('checkbox', { name: 'Business hub' }).check()
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

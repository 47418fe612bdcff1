import { expect, type Locator, type Page } from '@playwright/test'
import { inviteMessages } from '../../features/company/invitations/texts/messages.ts'
import { messages as overviewMessages } from '../../features/company/overview/texts/messages.ts'
import { messages as requestMessages } from '../../features/company/requests/texts/messages.ts'
import { accessMessages } from '../../features/company/users/texts/messages.ts'
import { guestMessages, userListMessages } from '../../web/parts/texts/messages.ts'
import { addCompany, giveRole, otherPage } from '../../test/e2e/company.ts'
import { enterAs } from '../../test/e2e/people.ts'
import { addRow } from '../../test/e2e/rows.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'

const [invite, guest, list, access] = [
  inviteMessages.en,
  guestMessages.en,
  userListMessages.en,
  accessMessages.en,
]

const boxOf = async (place: Locator) => {
  await place.waitFor()
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** Returns true if a click in the middle of the element reaches it. */
const isUncovered = (place: Locator) =>
  place.evaluate((element) => {
    // The TypeScript types of this folder are Node's.
    const { document } = globalThis as unknown as Browser
    const { x, y, width, height } = (element as unknown as Place).getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  })

type Place = { getBoundingClientRect: () => Record<'x' | 'y' | 'width' | 'height', number> }
type Browser = { document: { elementFromPoint: (x: number, y: number) => unknown } }

for (const [width, height] of [
  [1440, 820],
  [390, 844],
] as const) {
  test(`3K1: no bar covers the fields of an invitation at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await enterAs(page, (await addCompany()).owner, '/main/company/invitations/new')
    const email = page.getByLabel(guest.email, { exact: true })
    await email.waitFor()
    expect(await isUncovered(email)).toBe(true)
    await page.getByRole('button', { name: invite.pasteList }).click()
    const cell = page.getByRole('textbox', { name: guest.cellOf({ field: guest.email, row: 1 }) })
    await cell.waitFor()
    const bottom = await boxOf(page.getByRole('button', { name: guest.sendNone }))
    const field = await boxOf(cell)
    // The button follows the row, wherever the page is scrolled to.
    expect(bottom.y).toBeGreaterThanOrEqual(field.y + field.height)
  })
}

test('3K15: the headings of all pages of a company begin at the same place', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, (await addCompany()).owner, '/main/company/overview')
  const starts = new Set<number>()
  for (const name of ['overview', 'users', 'invitations', 'requests', 'networks', 'activity']) {
    await page.goto(`/main/company/${name}`)
    starts.add((await boxOf(page.getByRole('heading', { level: 1 }))).x)
  }
  expect([...starts]).toHaveLength(1)
})

test('3K16: the tab of a view stays marked while a search narrows it or a column sorts it', async ({
  page,
}) => {
  await enterAs(page, (await addCompany()).owner, '/main/company/users')
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=true]')
  await expect(current).toHaveText(list.view_all)
  await page.getByRole('searchbox').fill('zzz')
  await expect(page).toHaveURL(/q=zzz/)
  await expect(current).toHaveText(list.view_all)
  await page.goto('/main/company/users?sort=-lastLogin')
  await expect(current).toHaveText(list.view_all)
  await page.goto('/main/company/users?status=locked&q=zzz')
  await expect(current).toHaveText(list.view_locked)
})

test('3K3: the list of users has the company role of each, and shows whole addresses', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { owner, add } = await addCompany()
  const manager = await add()
  await giveRole(manager, 'people')
  await enterAs(page, owner, '/main/company/users')
  await expect(page.getByRole('row').filter({ hasText: manager.email })).toContainText(
    'User manager',
  )
  await expect(page.getByRole('row').filter({ hasText: owner.email })).toContainText('Owner')
})

test('3K22: on a phone, the lines and buttons of a card begin at the same place', async ({
  browser,
}) => {
  const { owner, add } = await addCompany()
  const { id: userId } = await add()
  await addRow('access_requests', { userId, subsystemId: 'business-hub', reason: 'For the audit' })
  const page = await otherPage(browser, 'en', true)
  await enterAs(page, owner, '/main/company/requests')
  const start = await startOf(page.locator('tbody th bdi').first())
  expect(await startOf(page.locator('tbody .row-button').first())).toBe(start)
})

const startOf = async (place: Locator) => Math.round((await boxOf(place)).x)

test('3K23: on a phone, the cards of a list take the place of its skeleton', async ({
  browser,
}) => {
  const { owner, add } = await addCompany()
  await add()
  const page = await otherPage(browser, 'en', true)
  const release = await holdUsers(page)
  await enterAs(page, owner, '/main/company/users')
  const placeholders = page
    .getByRole('main')
    .locator('[aria-busy=true] > span:not(.visually-hidden)')
  const [first, second] = [await boxOf(placeholders.nth(0)), await boxOf(placeholders.nth(1))]
  release()
  const cards = page.locator('tbody tr')
  const [firstCard, secondCard] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))]
  expect(Math.abs(firstCard.y - first.y)).toBeLessThan(16)
  expect(Math.abs(secondCard.y - second.y)).toBeLessThan(32)
})

async function holdUsers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/users\/company\/users(\?|$)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('3K25: a switch shows the state that its dialog asks about, and returns when it is canceled', async ({
  page,
}) => {
  const { owner, add } = await addCompany()
  const { id } = await add()
  await enterAs(page, owner, `/main/company/users/${id}`)
  const hub = page.getByRole('switch', { name: 'Business hub', includeHidden: true })
  await hub.click()
  await expect(page.getByRole('dialog').getByText(access.give).first()).toBeVisible()
  await expect(hub).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(hub).not.toBeChecked()
})

test('3K13: the last login of a user who has never logged in is empty to the eye, and “Never” to a screen reader', async ({
  page,
}) => {
  const { owner, add } = await addCompany()
  const { id } = await add()
  await enterAs(page, owner, '/main/company/users')
  const cell = page.locator(`tr[data-id="${id}"] td[data-title="${list.lastLogin}"]`)
  await expect(cell.locator('.visually-hidden')).toHaveText(list.never)
  await expect(cell.locator(':scope > :not(.visually-hidden)')).toHaveCount(0)
})

test('U17: an owner grants access on the overview, which lists five requests and says so if nothing waits', async ({
  page,
}) => {
  const { owner, add } = await addCompany()
  await enterAs(page, owner, '/main/company/overview')
  const t = overviewMessages.en
  await expect(page.getByText(t.nothingToDo)).toBeVisible()
  await expect(page.getByRole('link', { name: t.invite })).toBeVisible()
  for (let count = 0; count < 7; count += 1) {
    const { id: userId } = await add()
    await addRow('access_requests', {
      userId,
      subsystemId: 'business-hub',
      reason: `Audit ${count}`,
    })
  }
  await page.reload()
  await expect(page.getByText(requestMessages.en.moreRequests({ count: 2 }))).toBeVisible()
  const first = page.getByRole('listitem').filter({ hasText: 'Audit 6' })
  await first.getByRole('button', { name: requestMessages.en.give }).click()
  await page.getByRole('dialog').getByRole('button', { name: requestMessages.en.give }).click()
  await expect(page.getByText(requestMessages.en.moreRequests({ count: 1 }))).toBeVisible()
  await expect(first).toHaveCount(0)
  await expectAccessible(page)
})

import { expect, type Locator, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { ago } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { messages as overviewMessages } from '../../features/admin/overview/texts/messages.ts'
import { messages as bulkMessages } from '../../features/admin/bulk/texts/messages.ts'
import { userPageMessages } from '../../features/admin/users/texts/messages.ts'
import { listMessages, fieldMessages, recordMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages, activityMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { record } from '../../test/e2e/admin-audit-log-tool.ts'
import { addPerson, server } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

test.use({ viewport: { width: 390, height: 844 } })

const boxOf = async (place: Locator) => {
  await place.waitFor()
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

const middle = ({ y, height }: { y: number; height: number }) => y + height / 2

test('on a phone the overview starts with what needs attention, and shows its figures in two columns', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/overview')
  const t = overviewMessages.en
  const figures = page.getByRole('region', { name: t.figures })
  const [concerns, first, second] = await Promise.all([
    boxOf(page.getByRole('region', { name: t.concerns })),
    boxOf(figures.getByRole('listitem').first()),
    boxOf(figures.getByRole('listitem').nth(1)),
  ])
  expect(concerns.y).toBeLessThan(first.y)
  expect(second.y).toBe(first.y)
})

test('on a phone a user is a compact card with the company, without values that all users share', async ({
  page,
}) => {
  const ada = await addPerson({ company: 'Low Cards' })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${ada.email}`)
  const card = page.locator('tbody tr')
  expect((await boxOf(card)).height).toBeLessThan(150)
  await expect(card.getByText('Low Cards')).toBeVisible()
  const [name, state] = [
    await boxOf(card.getByRole('link')),
    await boxOf(card.locator('.tag').first()),
  ]
  expect(state.y).toBeLessThan(name.y + name.height)
  expect(name.height).toBeGreaterThanOrEqual(44)
})

test('on a phone a tap on the middle of an event of the log opens its details', async ({
  page,
}) => {
  const { id } = await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto(`/admin/audit-logs?user=${id}`)
  const card = page.locator('tbody tr').first()
  await card.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(card)
  expect(height).toBeLessThan(150)
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
})

test('on a phone “Last login” shows that day’s activity, or that the log does not reach back that far', async ({
  page,
}) => {
  const ada = await addPerson()
  await updateRows('user_logins', { userId: ada.id }, { lastLoginAt: ago('200 days') })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  await page.getByRole('button', { name: /^Last login/ }).click()
  await expect(page).toHaveURL(/tab=activity&period=last/)
  const t = activityMessages.en
  await expect(page.getByRole('button', { name: t.period_last, pressed: true })).toBeVisible()
  await expect(page.getByText(t.older)).toBeInViewport()
  const tab = page.getByRole('tab', { selected: true })
  await expect(async () => expect((await boxOf(tab)).y).toBeLessThan(422)).toPass()
  await page.reload()
  await expect(page.getByRole('button', { name: t.period_last, pressed: true })).toBeVisible()
})

for (const locale of ['en', 'ar'] as const) {
  test(`on a phone tabs are one line in which the selected tab is visible (${locale})`, async ({
    page,
  }) => {
    const ada = await addPerson()
    await enterAsAdmin(page, { roles: ['support'], locale }, `/admin/users/${ada.id}?tab=emails`)
    const tabs = page.getByRole('tab')
    const chosen = page.getByRole('tab', { selected: true })
    await expect(chosen).toHaveText(userPageMessages[locale].tab_emails)
    const [first, { x, y, width }] = [await boxOf(tabs.first()), await boxOf(chosen)]
    expect(y).toBe(first.y)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
  })
}

test('on a phone the first row of each list is in the upper half', async ({ page }) => {
  await addPerson()
  await enterAsAdmin(page, { roles: ['super_admin'] })
  // Approval requests of other journeys would be shown above the list.
  await page.route('**/api/admin/approvals?*', (route) => route.fulfill({ json: [] }))
  for (const path of ['users', 'companies', 'invitations', 'admin-users', 'platforms']) {
    await page.goto(`/admin/${path}`)
    const { y } = await boxOf(page.locator('tbody tr').first())
    expect(y, path).toBeLessThanOrEqual(330)
  }
})

test('on a phone name, status and menu share a line, and the address has its own line', async ({
  page,
}) => {
  const { id } = await addPerson()
  const address = `ada.${Date.now()}@quay.example`
  await updateRows('users', { id }, { email: address, searchText: null })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${address}`)
  const card = page.locator('tbody tr')
  const [name, state, menu, email] = [
    await boxOf(card.getByRole('link')),
    await boxOf(card.locator('.tag').first()),
    await boxOf(card.getByRole('button', { name: /^Actions/ })),
    await boxOf(card.getByTitle(address)),
  ]
  expect(Math.abs(middle(name) - middle(state))).toBeLessThan(3)
  expect(Math.abs(middle(name) - middle(menu))).toBeLessThan(3)
  expect(menu.x).toBeGreaterThanOrEqual(state.x + state.width)
  expect(email.y).toBeGreaterThan(middle(name))
  expect(email.height).toBeLessThan(30)
})

test('on a phone a long address in a change of the log breaks only after its separators', async ({
  page,
}) => {
  const grace = await addPerson()
  const after = { email: 'grace.brewster.hopper@payments.harbour-trading-company.example' }
  await record(grace, 'profile_changed', { data: { before: {}, after } })
  await enterAsAdmin(page, { roles: ['super_admin'] }, `/admin/audit-logs?user=${grace.id}`)
  await page.locator('tbody tr').first().getByRole('link').click()
  const address = page.getByRole('dialog').locator('ins bdi')
  await expect(address).toHaveText(after.email)
  const lines = await address.evaluate((element) =>
    [...element.childNodes].map((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getClientRects().length
    }),
  )
  expect(Math.max(...lines)).toBe(1)
})

test('on a phone the text of a requirement is below its clause and status, in the width of the card', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] }, '/admin/compliance')
  const card = page.locator('tbody tr').first()
  const [place, requirement, state] = [
    await boxOf(card),
    await boxOf(card.locator('th .second-line')),
    await boxOf(card.locator('[data-phone=state]')),
  ]
  expect(requirement.y).toBeGreaterThanOrEqual(state.y + state.height)
  expect(requirement.width).toBeGreaterThan(place.width - 40)
})

test('on a phone the selection bar is one low line, and one tap selects all rows shown', async ({
  page,
}) => {
  const kit = listMessages.en
  const bar = await selectAllOf(page, 'en')
  expect((await boxOf(bar)).height).toBeLessThanOrEqual(58)
  await bar.getByRole('button', { name: kit.actions }).click()
  const { changePlatforms, deactivate } = bulkMessages.en
  for (const name of [changePlatforms, deactivate])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: kit.clearSelection }).click()
  await expect(bar).toHaveCount(0)
})

test('on a phone the selection bar in Spanish keeps its words whole, on two lines at most', async ({
  page,
}) => {
  const bar = await selectAllOf(page, 'es')
  expect((await boxOf(bar)).height).toBeLessThanOrEqual(104)
  const { width } = await boxOf(bar.getByRole('status'))
  expect(width).toBeGreaterThanOrEqual(80)
})

/** Selects all rows shown of a list of 535 users, and returns the bar, which offers to select the others too. */
async function selectAllOf(page: Page, locale: Locale): Promise<Locator> {
  const kit = listMessages[locale]
  const name = `Jetty${Date.now()}`
  const { people } = await server()
  const users = Array.from({ length: 60 }, (_, n) => ({
    email: `many${n}@${name.toLowerCase()}.example`,
    firstname: 'Nomi',
    lastname: `${name} Fleet${n}`,
  }))
  await people.addManyUsers(users)
  await enterAsAdmin(page, { roles: ['support'], locale })
  await page.route('**/api/admin/users?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '535' } })
  })
  await page.goto(`/admin/users?q=${name}`)
  await page.getByRole('button', { name: kit.selectAll }).click()
  const bar = page.getByRole('group', { name: kit.selection })
  await expect(bar.getByRole('button', { name: kit.actions })).toBeVisible()
  const all = kit.selectMatchingTotal({ total: '535' })
  await expect(bar.getByRole('button', { name: all })).toBeVisible()
  return bar
}

test('on a phone sort order, additional rows and export are behind one button', async ({
  page,
}) => {
  await addPerson()
  await enterAsAdmin(page, { roles: ['support'] })
  const kit = listMessages.en
  await page.goto('/admin/users')
  await page.getByRole('button', { name: kit.settings }).click()
  const box = page.getByRole('group', { name: kit.settings })
  await expect(box.getByRole('button', { name: kit.exportCsv })).toBeVisible()
  await box.getByLabel(userListMessages.en.showDeactivated).check()
  await expect(page).toHaveURL(/deactivated=shown/)
  await box.getByLabel(kit.sortBy).selectOption('-lastLogin')
  await expect(page).toHaveURL(/sort=-lastLogin/)
})

test('on a phone the tabs of a user are on the first screen, below two actions and a menu of the others', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${ada.id}`)
  const { y, height } = await boxOf(page.getByRole('tab').first())
  expect(y + height).toBeLessThan(500)
  const t = userPageMessages.en
  await expect(page.getByRole('button', { name: t.recover })).toHaveCount(0)
  await page.getByRole('button', { name: recordMessages.en.more, exact: true }).click()
  await page.getByRole('button', { name: t.recover }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t.checkTitle).click()
  await expect(dialog.getByText(t.checkMailbox)).toBeVisible()
  // Both buttons stay visible when the phone's keyboard is open.
  await page.setViewportSize({ width: 390, height: 480 })
  const [action, cancel] = [
    await boxOf(dialog.getByRole('button', { name: t.startRecovery })),
    await boxOf(dialog.getByRole('button', { name: fieldMessages.en.cancel })),
  ]
  expect(cancel.y).toBeGreaterThan(action.y)
  expect(cancel.y + cancel.height).toBeLessThanOrEqual(480)
})

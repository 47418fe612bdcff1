import { expect, type Locator } from '@playwright/test'
import { messages as overviewMessages } from '../../features/admin/overview/messages.ts'
import { userPageMessages } from '../../features/admin/users/user-page-messages.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { recordMessages } from '../../web/ui/record-messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson } from './people.ts'
import { test } from './stage.ts'

test.use({ viewport: { width: 390, height: 844 } })

const boxOf = async (place: Locator) => {
  await place.waitFor()
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

test('on a phone the overview begins with what needs attention, and its figures stand two by two', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/overview')
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

test('on a phone a user is a low card that names the company and leaves out what all have', async ({
  page,
}) => {
  const ada = await addPerson({ company: 'Low Cards' })
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?q=${ada.email}`)
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

for (const locale of ['en', 'ar'] as const) {
  test(`on a phone tabs are one line that shows the chosen one (${locale})`, async ({ page }) => {
    const ada = await addPerson()
    await enterAsAdmin(page, { roles: ['support'], locale })
    await page.goto(`/admin/users?user=${ada.id}&tab=emails`)
    const tabs = page.getByRole('tab')
    const chosen = page.getByRole('tab', { selected: true })
    await expect(chosen).toHaveText(userPageMessages[locale].tab_emails)
    const [first, { x, y, width }] = [await boxOf(tabs.first()), await boxOf(chosen)]
    expect(y).toBe(first.y)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
  })
}

test('on a phone the tabs of a user stand on the first screen, below two actions and a menu of the others', async ({
  page,
}) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] })
  await page.goto(`/admin/users?user=${ada.id}`)
  const { y, height } = await boxOf(page.getByRole('tab').first())
  expect(y + height).toBeLessThan(500)
  const t = userPageMessages.en
  await expect(page.getByRole('button', { name: t.recover })).toHaveCount(0)
  await page.getByRole('button', { name: recordMessages.en.more, exact: true }).click()
  await page.getByRole('button', { name: t.recover }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t.checkTitle).click()
  await expect(dialog.getByText(t.checkMailbox)).toBeVisible()
  // With the keyboard of a phone open, both buttons are in sight.
  await page.setViewportSize({ width: 390, height: 480 })
  const [action, cancel] = [
    await boxOf(dialog.getByRole('button', { name: t.startRecovery })),
    await boxOf(dialog.getByRole('button', { name: fieldMessages.en.cancel })),
  ]
  expect(cancel.y).toBeGreaterThan(action.y)
  expect(cancel.y + cancel.height).toBeLessThanOrEqual(480)
})

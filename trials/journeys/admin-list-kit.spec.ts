import sql from 'sql-template-tag'
import { expect, type Locator, type Page } from '@playwright/test'
import { ago, now } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { messages as adminMessages } from '../../features/admin/admins/texts/messages.ts'
import { messages as companyMessages } from '../../features/admin/companies/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addAdmin, addPerson, server } from '../../test/e2e/people.ts'
import { allowStatus, test, withoutServerTime } from '../../test/e2e/stage.ts'

const [t, list, kit] = [messages.en, userListMessages.en, listMessages.en]
const rows = (page: Page) => page.locator('tbody tr')

const boxOf = async (place: Locator) => {
  await place.waitFor()
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** Adds users of a company; the last of them by name has the earliest login. */
async function addMany(company: string, count: number): Promise<void> {
  await addPerson({ company })
  const { people } = await server()
  const domain = company.toLowerCase().replaceAll(' ', '-')
  const users = Array.from({ length: count }, (_, at) => at + 1).map((n) => ({
    partnerId: sql`(select id from partners where name = ${company})`,
    email: `kit${n}@${domain}.example`,
    firstname: 'Abel',
    lastname: `Fleet${String(n).padStart(3, '0')}`,
    onboardedAt: now,
    lastLoginAt: ago(`${n} hours`),
  }))
  await people.addManyUsers(users)
}

test('the radio buttons of a filter are round', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page.getByRole('button', { name: list.secondFactor, exact: true }).click()
  const { width, height } = await boxOf(page.getByRole('radio').first())
  expect(height).toBe(width)
})

test('a failed reload shows the reason above the rows, and Escape clears a selection', async ({
  page,
}) => {
  await addMany('Ketch Lines', 3)
  await withoutServerTime(page)
  await page.clock.install()
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/users?q=fleet00')
  await rows(page).first().getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: kit.selection })
  await expect(bar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  allowStatus(page, 500)
  await page.route(/\/api\/admin\/users\?/, (route) =>
    route.fulfill({ status: 500, json: { code: 500000 } }),
  )
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: companyMessages.en.title }).click()
  // The address changes before the page does, and only a page that was left loads again.
  await expect(
    page.getByRole('heading', { level: 1, name: companyMessages.en.title }),
  ).toBeVisible()
  await rows(page).first().waitFor()
  // Data younger than half a minute is not loaded again.
  await page.clock.fastForward(31_000)
  await page.goBack()
  const failure = page.getByRole('alert').filter({ hasText: kit.failed })
  await expect(failure).toBeVisible()
  const [above, below] = [await boxOf(failure), await boxOf(rows(page).first())]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
})

test('a server of the last release, which accepts only all preferences together, saves the density', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  allowStatus(page, 400)
  await page.route('**/api/admin/me/preferences', (route) => {
    const isPart = !('letterKeys' in ((route.request().postDataJSON() ?? {}) as object))
    return route.request().method() === 'PUT' && isPart
      ? route.fulfill({ status: 400, json: { errorCode: 400001, errors: [{ code: 400001 }] } })
      : route.continue()
  })
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/preferences') && response.ok(),
  )
  await page.getByRole('button', { name: kit.compact, exact: true }).click()
  await saved
  await page.reload()
  await expect(page.getByRole('button', { name: kit.comfortable, exact: true })).toBeVisible()
})

test('clicking the text of a filter’s radio button selects it', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page.getByRole('button', { name: list.secondFactor, exact: true }).click()
  await page.getByRole('group').getByText(list.factor_passkey, { exact: true }).click()
  await expect(page).toHaveURL(/secondFactor=passkey/)
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('Enter selects the company that was found, and does not reopen the menu', async ({ page }) => {
  await addPerson({ company: 'Skiff Lines' })
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  const filter = page.getByRole('button', { name: kit.filter, exact: true })
  await filter.click()
  await page.getByRole('button', { name: t.company, exact: true }).click()
  await page.keyboard.type('skiff')
  await expect(page.getByRole('button', { name: 'Skiff Lines' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/company=/)
  await expect(page.getByRole('button', { name: `${t.company} Skiff Lines` })).toBeVisible()
  await expect(filter).toHaveAttribute('aria-expanded', 'false')
})

test('a selection is kept when another sort order moves its rows off the page', async ({
  page,
}) => {
  await addMany('Dinghy Lines', 60)
  await enterAsAdmin(page, { roles: ['user_admin'] }, '/admin/users?q=dinghy-lines')
  await expect(page.getByRole('columnheader', { name: t.name })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(rows(page)).toHaveCount(50)
  for (const place of [0, 1, 2]) await rows(page).nth(place).getByRole('checkbox').check()
  const status = page.getByRole('group', { name: kit.selection }).getByRole('status')
  await expect(status).toHaveText(kit.selected({ count: 3 }))
  await page.getByRole('button', { name: t.lastLogin }).click()
  await expect(rows(page).first()).toContainText('Abel Fleet060')
  await expect(status).toHaveText(kit.selected({ count: 3 }) + kit.notShown({ count: 3 }))
  await page.getByRole('button', { name: t.name, exact: true }).click()
  await expect(status).toHaveText(kit.selected({ count: 3 }))
})

test('a view’s explanation moves neither the tabs nor the list', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  const tab = page.getByRole('button', { name: list.view_neverJoined, exact: true })
  const head = page.getByRole('columnheader', { name: t.company })
  const [tabBefore, headBefore] = [await boxOf(tab), await boxOf(head)]
  await tab.click()
  await expect(page.getByText(list.neverJoinedHint)).toBeVisible()
  expect((await boxOf(tab)).y).toBe(tabBefore.y)
  expect(Math.abs((await boxOf(head)).y - headBefore.y)).toBeLessThan(8)
})

test('the button that copies an address does not cover the address', async ({ page }) => {
  const ada = await addPerson()
  await updateRows(
    'users',
    { id: ada.id },
    {
      email: `a.rather.long.address.of.a.person.${Date.now()}@harbour-trading.example`,
      searchText: null,
    },
  )
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users?q=a.rather.long.address')
  const row = rows(page).first()
  await row.hover()
  const text = await boxOf(row.locator('[title*="a.rather.long"]'))
  const copy = await boxOf(row.getByRole('button', { name: /^Copy / }))
  expect(copy.x).toBeGreaterThanOrEqual(text.x + text.width)
  const parts = row.locator('[title*="a.rather.long"] > span')
  const [start, end] = [await boxOf(parts.first()), await boxOf(parts.last())]
  expect(end.x - start.x - start.width).toBeLessThan(2)
})

test('a long company name ends in an ellipsis', async ({ page }) => {
  const name = `The Very Honourable ${'Company of Merchants '.repeat(4)}${Date.now()}`
  await addPerson({ company: name })
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/companies?q=very honourable')
  const text = rows(page).first().getByText(name)
  await expect(text).toHaveAttribute('title', name)
  const [inner, outer] = [await boxOf(text), await boxOf(rows(page).first().getByRole('rowheader'))]
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
})

test('3A8: EN-04 an admin, a user and a company without a login have an empty cell, which screen readers announce as “never”', async ({
  page,
}) => {
  const idle = await addAdmin({ roles: ['auditor'] })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  const row = rows(page).filter({ hasText: idle.email })
  const { never } = adminMessages.en
  const { width = 9 } = (await row.getByText(never, { exact: true }).boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(1)

  const company = `Idle ${Date.now()}`
  const idleUser = await addPerson({ company })
  await page.goto(`/admin/companies?q=${company}`)
  await expect(rows(page)).toHaveCount(1)
  expect((await rows(page).getByText(companyMessages.en.never).boundingBox())?.width).toBe(1)
  await page.goto(`/admin/users?q=${idleUser.email}`)
  await expect(rows(page)).toHaveCount(1)
  expect((await rows(page).getByText(userListMessages.en.never).boundingBox())?.width).toBe(1)
  await page.goto(`/admin/companies?q=${company}`)
  await page.getByRole('rowheader', { name: company }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(company)
  const text = page.getByText(companyMessages.en.never).first()
  expect((await text.boundingBox())?.width ?? 9).toBeLessThanOrEqual(1)
})

test('in Arabic the placeholder of an empty search starts at the right', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'], locale: 'ar' }, '/admin/users')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCSS('direction', 'rtl')
})

test('3A9: a window of 900 pixels shows sixteen users, and neither their addresses nor their factors are cut', async ({
  page,
}) => {
  const company = `Crew ${Date.now()}`
  await addMany(company, 17)
  await page.setViewportSize({ width: 1440, height: 900 })
  const domain = company.toLowerCase().replaceAll(' ', '-')
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${domain}`)
  await expect(rows(page)).toHaveCount(17)
  const sixteenth = await boxOf(rows(page).nth(15))
  expect(sixteenth.y + sixteenth.height).toBeLessThanOrEqual(900)
  const cut = await rows(page)
    .locator('td span, td bdi, th bdi')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length)
  expect(cut).toBe(0)
})

test('the menu of a row sends the link that replaces an authenticator', async ({ page }) => {
  const ada = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${ada.email}`)
  await rows(page)
    .getByRole('button', { name: kit.actionsFor({ name: 'Grace Hopper' }) })
    .click()
  await page.getByRole('button', { name: t.resetTwoFactor }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toContainText('Grace Hopper')
})

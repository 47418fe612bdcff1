import { expect, type Locator, type Page } from '@playwright/test'
import { messages as logMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { messages as adminMessages } from '../../features/admin/admins/texts/messages.ts'
import { messages as bulkMessages } from '../../features/admin/bulk/texts/messages.ts'
import { fieldMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addAdmin, addPerson } from '../../test/e2e/people.ts'
import { allowStatus, setLocale, test } from '../../test/e2e/stage.ts'

for (const path of ['/login', '/admin/login']) {
  test(`U11: a failed login does not move anything above its error at ${path}`, async ({
    page,
  }) => {
    allowStatus(page, 401)
    await setLocale(page, 'en')
    await page.goto(path)
    const button = page.getByRole('button', { name: loginMessages.en.logIn, exact: true })
    await expect(button).toBeEnabled()
    const title = page.getByRole('heading', { level: 1 })
    const email = page.getByLabel(loginMessages.en.email, { exact: true })
    const before = await Promise.all([title, email].map(topOf))
    await button.click()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    expect((await Promise.all([title, email].map(topOf)))[0]).toBe(before[0])
    await email.fill('nobody@quay.example')
    await page.getByLabel(loginMessages.en.password, { exact: true }).fill('Wrong-Lagoon-1')
    await button.click()
    await expect(page.getByText(loginMessages.en.invalidCredentials)).toBeVisible()
    expect(await Promise.all([title, email].map(topOf))).toEqual(before)
  })
}

for (const locale of ['en', 'ar'] as const) {
  test(`U11: every dialog has its buttons in the same order, in ${locale}`, async ({ page }) => {
    const person = await addPerson()
    const admin = await addAdmin({ roles: ['auditor'] })
    await enterAsAdmin(page, { roles: ['super_admin'], locale }, `/admin/users?q=${person.email}`)
    const [words, lists] = [messages[locale], userListMessages[locale]]
    for (const item of [lists.sendPassword, lists.endSessions, words.deactivate]) {
      await openMenu(page)
      await page.getByRole('button', { name: item, exact: true }).last().click()
      await expectCancelFirst(page, locale)
    }
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    const bar = page.getByRole('group', { name: listMessages[locale].selection })
    await bar.getByRole('button', { name: bulkMessages[locale].deactivate, exact: true }).click()
    await expectCancelFirst(page, locale)

    await page.goto('/admin/admin-users')
    await page.getByRole('row').filter({ hasText: admin.email }).locator('td button').last().click()
    await page.getByRole('button', { name: adminMessages[locale].change, exact: true }).click()
    await expectCancelFirst(page, locale)
  })
}

test('U13: date fields show their labels before their script has loaded', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let heldRequests = 0
  await page.route(/\/dates-[^/]*\.js/, async (route) => {
    heldRequests += 1
    await released
    await route.continue()
  })
  const t = logMessages.en
  await page.goto('/admin/audit-logs')
  await page.getByRole('combobox', { name: t.period }).selectOption(t.choosePeriod)
  await expect.poll(() => heldRequests).toBeGreaterThan(0)
  const filters = page.getByRole('form', { name: t.period })
  const labels = [t.from, t.until].map((label) => filters.getByText(label, { exact: true }))
  for (const label of labels) await expect(label).toBeVisible()
  await expect(filters.getByRole('spinbutton')).toHaveCount(0)
  const before = await Promise.all(labels.map(topOf))
  release()
  await expect(filters.getByRole('spinbutton').first()).toBeVisible()
  const after = await Promise.all(labels.map(topOf))
  for (const [at, top] of after.entries()) expect(Math.abs(top - (before[at] ?? 0))).toBeLessThan(2)
})

/** Opens the menu of the only user. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').nth(1).locator('td button').last().click()
}

/** Expects the first button of a dialog to cancel and the last to be its action, in reading order. */
async function expectCancelFirst(page: Page, locale: 'en' | 'ar'): Promise<void> {
  const dialog = page.getByRole('dialog')
  const cancel = dialog.getByRole('button', { name: fieldMessages[locale].cancel, exact: true })
  const action = dialog.locator('button.primary-button')
  await expect(action).toHaveCount(1)
  // The dialog moves while it opens.
  await expect(async () => {
    const [first, last] = [await cancel.boundingBox(), await action.boundingBox()]
    const isBefore = locale === 'ar' ? first!.x > last!.x : first!.x < last!.x
    expect(isBefore).toBe(true)
    expect(Math.abs(first!.y - last!.y)).toBeLessThan(2)
  }).toPass()
  await cancel.click()
  await expect(dialog).toHaveCount(0)
}

async function topOf(target: Locator): Promise<number> {
  return (await target.boundingBox())?.y ?? Number.NaN
}

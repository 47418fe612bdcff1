import { expect } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import { frameMessages as frame } from '../../app/web/texts/messages.ts'
import { menuMessages, paletteMessages } from '../../app/web/admin/texts/messages.ts'
import { menuMessages as compliance } from '../../features/admin/compliance/texts/messages.ts'
import { accountMessages } from '../../features/admin/admins/texts/messages.ts'
import { messages } from '../../features/admin/search/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

const t = messages.en

test('B10: a page whose name starts with the query comes before users; other queries find actions, admins and users', async ({
  page,
}) => {
  const person = await addPerson({ company: 'Compass Trading' })
  await updateRows(
    'users',
    { id: person.id },
    { firstname: 'Compton', lastname: 'Ximenes', searchText: null },
  )
  const admin = await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t.title })
  const box = palette.getByRole('searchbox')
  const options = palette.getByRole('option')
  await box.fill('comp')
  await expect(palette.getByRole('option', { name: person.email })).toBeVisible()
  await expect(options.first()).toContainText(compliance.en.title)
  await box.fill('2fa')
  await expect(options.first()).toHaveText(paletteMessages.en.resetAccess)
  await box.fill('never joined')
  await expect(options.first()).toHaveText(paletteMessages.en.neverJoined)
  await box.fill(admin.email)
  await expect(palette.getByRole('group', { name: t.admins })).toContainText(admin.email)
  await box.fill('ximenes reset')
  await options.first().filter({ hasText: person.email }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${person.id}`))
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: t.recent })).toContainText(person.email)
})

test('the frame stays visible while a page opened from the palette is loading', async ({
  page,
}) => {
  const person = await addPerson()
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t.title })
  await palette.getByRole('searchbox').fill(person.email)
  const users = palette.getByRole('group', { name: t.users })
  const option = users.getByRole('option', { name: person.email })
  await expect(option).toBeVisible()
  // The chunks of the user's page are delayed.
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    markRequested()
    await held
    await route.continue()
  })
  await option.click()
  await requested
  await expect(palette).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toBeEmpty()
  goOn()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${person.id}`))
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
})

test('B10: an IP address opens its audit log entries, and “Invite admin” opens the form', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const palette = page.getByRole('dialog', { name: t.title })
  await page.keyboard.press('Control+k')
  await palette.getByRole('searchbox').fill('198.51.100.12')
  await palette.getByRole('option', { name: '198.51.100.12' }).click()
  await expect(page).toHaveURL(/\/admin\/audit-logs\?.*ipAddress=198\.51\.100\.12/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('option', { name: paletteMessages.en.inviteAdmin }).click()
  const form = page.getByRole('dialog', { name: accountMessages.en.inviteTitle })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/admin-users$/)
})

test('B10: typing works immediately after Ctrl K, before the palette has loaded; the palette can log out', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  // The page has loaded, and its palette takes another second.
  await page.route(/\/assets\/panel-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(frame.en.logOut)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('the palette starts with actions, shows companies and changes the color scheme; the pointer moves its only highlight', async ({
  page,
}) => {
  const person = await addPerson({ company: 'Xebec Trading' })
  await updateRows('users', { id: person.id }, { firstname: 'Xanthos', searchText: null })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: paletteMessages.en.search }).click()
  const palette = page.getByRole('dialog', { name: t.title })
  const first = palette.getByRole('option').first()
  await expect(first).toHaveText(paletteMessages.en.inviteUser)
  // Enter would open the highlighted option.
  await expect(first).toHaveAttribute('data-focused', 'true')
  const pages = palette.getByRole('group', { name: t.pages }).getByRole('option')
  await pages.nth(0).hover()
  await pages.nth(1).hover()
  await expect(palette.locator('[role=option][data-focused]')).toHaveCount(1)
  await expect(pages.nth(1)).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(pages.nth(2)).toHaveAttribute('data-focused', 'true')

  await page.keyboard.type('xanthos')
  await expect(palette.getByRole('option', { name: person.email })).toContainText('Xebec Trading')
  const dark = `${frame.en.theme}: ${frame.en.theme_dark}`
  await palette.getByRole('searchbox').fill(dark)
  await palette.getByRole('option', { name: dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: paletteMessages.en.search })).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.getByRole('searchbox').fill(menuMessages.en.shortcuts)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: t.keysTitle })).toBeVisible()
})

test('on a phone the palette fills the window, has the focus after the tap, and has a Cancel button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const button = page.getByRole('button', { name: paletteMessages.en.search })
  const focused = await button.evaluate((element) => {
    ;(element as unknown as { click: () => void }).click()
    return (globalThis as unknown as Page).document.activeElement.tagName
  })
  expect(focused).toBe('INPUT')
  const palette = page.getByRole('dialog', { name: t.title })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  expect(await palette.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  const rows = palette.getByRole('option')
  await expect(rows.locator('svg[aria-hidden]')).toHaveCount(await rows.count())
  await palette.getByRole('button', { name: t.cancel }).click()
  await expect(palette).toBeHidden()
})

// The types of this folder are those of Node, without the DOM.
type Page = { document: { activeElement: { tagName: string } } }

test('B10: Ctrl K finds one of many users in ten key presses', async ({ page }) => {
  const person = await addPerson()
  await updateRows('users', { id: person.id }, { firstname: 'Xanthippe', searchText: null })
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Ctrl K, eight letters and Enter.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t.title })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  // Enter is pressed before the server has answered.
  await page.keyboard.type('xanthipp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/users/${person.id}`))
  await expect(palette).toBeHidden()
})

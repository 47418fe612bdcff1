import { expect } from '@playwright/test'
import { messages as frame } from '../../app/web/frame-messages.ts'
import { paletteMessages } from '../../app/web/admin/palette-messages.ts'
import { accountMessages } from '../../features/admin/admins/account-messages.ts'
import { messages } from '../../features/admin/search/messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson, change } from './people.ts'
import { test } from './stage.ts'

const t = messages.en

test('B10: one of many is found by Ctrl K in ten keys', async ({ page }) => {
  const person = await addPerson()
  await change(`update users set firstname = 'Xanthippe', search_text = null where id = $1`, [
    person.id,
  ])
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Ctrl K, eight letters, Enter.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t.title })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('xanthipp')
  await expect(palette.getByRole('option', { name: person.email })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?user=${person.id}`))
  await expect(palette).toBeHidden()
})

test('B10: an IP address leads to the log of it, the invitation of an admin to its form', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/platforms')
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

test('B10: typing begins with Ctrl K, before the palette has come; it logs out, too', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A keyboard sends Ctrl before K: what the palette needs is fetched meanwhile.
  await page.keyboard.down('Control')
  await page.waitForTimeout(500)
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.keyboard.type(frame.en.logOut)
  const palette = page.getByRole('dialog', { name: t.title })
  await expect(palette.getByRole('searchbox')).toHaveValue(frame.en.logOut)
  await expect(palette.getByRole('option', { name: frame.en.logOut })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('B10: single keys go to pages and searches, never while typing, and can be switched off', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.type('gu')
  await expect(page).toHaveURL(/\/admin\/users/)
  // The page before shows until this one has come; it has rows, too, but no search.
  const search = page.getByRole('searchbox', { name: userMessages.en.search })
  await search.waitFor()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('gl?')
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.locator('main h1').click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: t.keysTitle })
  await help.getByLabel(t.letterKeys).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.type('gl')
  await page.keyboard.press('?')
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: t.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

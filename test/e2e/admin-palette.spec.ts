import { expect } from '@playwright/test'
import { menuMessages } from '../../app/web/admin/texts/messages.ts'
import { messages } from '../../features/admin/search/texts/messages.ts'
import { messages as userMessages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { test } from './stage.ts'

const t = messages.en

test('B10: single-key shortcuts open pages and the search, do nothing while typing, and can be turned off', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/platforms')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.type('gu')
  await expect(page).toHaveURL(/\/admin\/users/)
  // Until this page has loaded, the previous page is shown, which also has rows but no search.
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
  await expect(help.getByRole('button', { name: t.close })).toBeFocused()
  await expect(help.getByRole('heading', { level: 3 })).toHaveText([t.keysGo, t.keysList])
  const preferencesSaved = page.waitForResponse(/\/me\/preferences/)
  await help.getByLabel(t.letterKeys).uncheck()
  await preferencesSaved
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
  const preferencesLoaded = page.waitForResponse(/\/me\/preferences/)
  await page.reload()
  await preferencesLoaded
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(menuMessages.en.shortcuts)
  await page.keyboard.press('Enter')
  await expect(help.getByLabel(t.letterKeys)).not.toBeChecked()
})

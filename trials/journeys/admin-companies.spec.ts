import sql from 'sql-template-tag'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import { messages } from '../../features/admin/companies/texts/messages.ts'
import { listMessages, viewMessages } from '../../web/ui/texts/messages.ts'
import { networkMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

const t = { ...messages.en, ...networkMessages.en }

const kit = listMessages.en

const views = viewMessages.en

const rows = (page: Page) => page.locator('tbody tr')

test('B7 companies are filtered by status and platform, navigated by keyboard and opened from their menu', async ({
  page,
}) => {
  const name = `Mooring ${Date.now()}`
  for (const part of ['North', 'South', 'West']) await addPerson({ company: `${name} ${part}` })
  await updateRows('partners', { name: `${name} South` }, { active: false })
  await updateRows('partners', { name: `${name} West` }, { subsystems: '{onboarding}' })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/companies?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page.getByRole('button', { name: t.state, exact: true }).click()
  await page.getByRole('radio', { name: new RegExp(`^${t.active}`) }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}&platform=business-hub`)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText(`${name} West`)).toHaveCount(0)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await rows(page).first().getByRole('button').last().click()
  await page.getByRole('link', { name: t.ranges }).click()
  await expect(page).toHaveURL(/tab=networks/)
  await page.getByRole('link', { name: t.back }).click()
  await expect(page).toHaveURL(/platform=business-hub/)
})

test('B7 a search of companies can be saved as the admin’s view, and its rows can be downloaded', async ({
  page,
}) => {
  const name = `Bollard ${Date.now()}`
  for (const part of ['East', 'West']) await addPerson({ company: `${name} ${part}` })
  await updateRows('partners', { name: `${name} West` }, { active: false })
  await enterAsAdmin(
    page,
    { roles: ['support'] },
    `/admin/companies?q=${encodeURIComponent(name)}&state=inactive`,
  )
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: views.save, exact: true }).press('Enter')
  await page.getByLabel(views.name).fill('Bollards')
  await page.keyboard.press('Enter')
  const view = page.getByRole('button', { name: 'Bollards', exact: true })
  await expect(view).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: t.view_noLogin }).click()
  await expect(page).toHaveURL(/noLoginFor=60/)
  const query = sql`query || '{"mood": "sunny"}'`
  await updateRows('saved_views', { name: 'Bollards' }, { query })
  await page.goto('/admin/companies')
  await view.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'mood' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${name} West`)

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: kit.exportCsv }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^companies-[\d-]+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"${name} West","inactive"`)
  await expect(page.getByText(kit.exported)).toBeVisible()
  await page.getByRole('button', { name: views.remove({ name: 'Bollards' }) }).click()
  await expect(view).toHaveCount(0)
})

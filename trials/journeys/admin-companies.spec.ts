import sql from 'sql-template-tag'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { ago, nextVersion } from '#test/rows.ts'
import { addRow, updateRows } from '../../test/e2e/rows.ts'
import { messages, companyTabMessages } from '../../features/admin/companies/texts/messages.ts'
import {
  fieldMessages,
  listMessages,
  mergeMessages,
  viewMessages,
} from '../../web/ui/texts/messages.ts'
import { networkMessages, activityMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { allowStatus, test } from '../../test/e2e/stage.ts'
import { countOf } from '../../test/e2e/inviting.ts'

const [tabs, kit] = [companyTabMessages.en, listMessages.en]
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const t = { ...messages.en, ...networkMessages.en }
const [views, record] = [viewMessages.en, mergeMessages.en]
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

test('3A12: the numbers of a company open what they count', async ({ page }) => {
  const name = `Tally ${Date.now()}`
  const ada = await addPerson({ company: name, subsystems: ['business-hub'] })
  await addRow('invitations', {
    partnerId: sql`(select id from partners where name = ${name})`,
    email: `guest.${Date.now()}@tally.example`,
    firstname: 'Eve',
    lastname: 'Guest',
    preferredLanguage: 'en',
    linkExpiresAt: ago('-5 days'),
  })
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/companies?q=${encodeURIComponent(name)}`)
  await rows(page).first().getByRole('link', { name }).first().click()
  await expect(page.getByRole('link', { name: tabs.pendingCount({ count: 1 }) })).toHaveAttribute(
    'href',
    /invitations\?.*state=open/,
  )
  await tab(page, tabs.tab_access).click()
  await page.getByRole('link', { name: tabs.usersOf({ count: 1, users: '1' }) }).click()
  await expect(page).toHaveURL(/platform=business-hub/)
  await expect(page.getByText(ada.email)).toBeVisible()
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

test('3A15: a conflict keeps what was typed, asks about the field that both changed, and shows the new name', async ({
  page,
}) => {
  const name = `Capstan ${Date.now()}`
  allowStatus(page, 409)
  await addPerson({ company: name })
  await enterAsAdmin(
    page,
    { roles: ['super_admin'] },
    `/admin/companies?q=${encodeURIComponent(name)}`,
  )
  await page.getByRole('link', { name }).first().click()
  await tab(page, tabs.tab_settings).click()
  const field = page.getByLabel(t.name, { exact: true })
  const bar = page.getByRole('group', { name: tabs.unsaved })
  const save = bar.getByRole('button', { name: t.save })
  const typeAgainst = async (mine: string, theirs: string) => {
    await field.fill(mine)
    await updateRows(
      'partners',
      { name: sql`like ${`${name}%`}` },
      { name: theirs, version: nextVersion },
    )
    await save.click()
    await expect(page.getByText(record.bothChanged)).toBeVisible()
  }
  await typeAgainst(`${name} Mine`, `${name} Theirs`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Theirs`)
  await expect(field).toHaveValue(`${name} Mine`)
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: record.keepMine }).click()
  await save.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Mine`)

  await typeAgainst(`${name} Again`, `${name} Newer`)
  await page.getByRole('button', { name: record.takeTheirs }).click()
  await expect(field).toHaveValue(`${name} Newer`)
  await expect(bar).toHaveCount(0)
})

test('3A14: a save bar is an edge of the window, and covers no part of a line', async ({
  page,
}) => {
  const name = `Fender ${Date.now()}`
  await addPerson({ company: name })
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(
    page,
    { roles: ['super_admin'] },
    `/admin/companies?q=${encodeURIComponent(name)}`,
  )
  await page.getByRole('link', { name }).first().click()
  await tab(page, tabs.tab_networks).click()
  for (let count = 0; count < 16; count += 1) {
    await page.getByRole('button', { name: t.addRange }).click()
  }
  await page.evaluate('scrollTo(0, 0)')
  const bar = page.getByRole('group', { name: tabs.unsaved })
  const card = page.getByRole('tabpanel').locator('.card')
  const [edge, content] = [await bar.boundingBox(), await card.boundingBox()]
  expect((edge?.y ?? 0) + (edge?.height ?? 0)).toBe(900)
  expect([edge?.x, edge?.width]).toEqual([content?.x, content?.width])
  await page.mouse.wheel(0, 10_000)
  await expect
    .poll(async () => {
      const [below, above] = [await bar.boundingBox(), await card.boundingBox()]
      return (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0)
    })
    .toBe(true)
})

test('B7 a company’s tabs are in the URL, and unsaved changes are kept on all tabs until they are saved or discarded', async ({
  page,
}) => {
  const name = `Slipway ${Date.now()}`
  const { email } = await addPerson({ company: name })
  await enterAsAdmin(
    page,
    { roles: ['super_admin'] },
    `/admin/companies?q=${encodeURIComponent(name)}`,
  )
  await page.getByRole('link', { name }).first().click()
  await expect(rows(page).filter({ hasText: email })).toBeVisible()
  const bar = page.getByRole('group', { name: tabs.unsaved })
  await expect(bar).toHaveCount(0)

  await tab(page, tabs.tab_settings).click()
  const field = page.getByLabel(t.name, { exact: true })
  await field.fill(`${name} Ltd`)
  await expect(bar).toBeVisible()
  await tab(page, tabs.tab_networks).click()
  await page.getByRole('button', { name: t.addRange }).click()
  await page.getByLabel(t.range).fill('everywhere')
  await tab(page, tabs.tab_settings).click()
  await expect(field).toHaveValue(`${name} Ltd`)
  await bar.getByRole('button', { name: t.save }).click()
  // The invalid field is on another tab.
  await expect(page).toHaveURL(/tab=networks/)
  await page.getByLabel(t.range).fill('203.0.113.0/24')
  await page.getByRole('link', { name: t.back }).click()
  const question = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await question.getByRole('button', { name: fieldMessages.en.stay }).click()
  await bar.getByRole('button', { name: t.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible()
  await expect(bar).toHaveCount(0)

  await tab(page, tabs.tab_settings).click()
  await field.fill('Something else')
  await bar.getByRole('button', { name: tabs.cancel }).click()
  await expect(field).toHaveValue(`${name} Ltd`)
  await expect(bar).toHaveCount(0)
  expect(await countOf('select from partners where name = $1', [`${name} Ltd`])).toBe(1)

  await tab(page, tabs.tab_activity).click()
  const list = page.getByRole('tabpanel').getByRole('list')
  await expect(list.getByRole('listitem').first()).toContainText(`${name} Ltd`)
  await page.reload()
  await expect(tab(page, tabs.tab_activity)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: activityMessages.en.activityInLog }).click()
  await expect(page).toHaveURL(/\/admin\/audit-logs\?company=/)
})

import { expect, type Page } from '@playwright/test'
import { fieldMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { activityMessages, networkMessages } from '../../web/parts/texts/messages.ts'
import {
  companyActionMessages,
  messages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { countOf } from './inviting.ts'
import { addPerson } from './people.ts'
import { test } from './stage.ts'

const t = { ...messages.en, ...networkMessages.en }

const [tabs, kit] = [companyTabMessages.en, listMessages.en]

const actions = companyActionMessages.en

const rows = (page: Page) => page.locator('tbody tr')

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('a company is deactivated from its menu and activated from its page, and an empty view names its filter', async ({
  page,
}) => {
  const name = `Capstan ${Date.now()}`
  await addPerson({ company: name })
  await enterAsAdmin(
    page,
    { roles: ['super_admin'] },
    `/admin/companies?q=${encodeURIComponent(name)}`,
  )
  await rows(page)
    .first()
    .getByRole('button', { name: kit.actionsFor({ name }) })
    .click()
  await page.getByRole('button', { name: actions.deactivate, exact: true }).click()
  const question = page.getByRole('dialog', { name: t.askTitle({ name }) })
  await question.getByRole('button', { name: actions.deactivate }).click()
  await expect(page.getByText(actions.isDeactivated({ name }))).toBeVisible()
  await expect(rows(page).first()).toContainText(t.deactivated)

  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: actions.activate, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: actions.activate }).click()
  await expect(page.getByText(actions.isActivated({ name }))).toBeVisible()
  await expect(page.getByRole('link', { name: actions.invite })).toBeVisible()

  await page.goto('/admin/companies?state=inactive&noLoginFor=60')
  await expect(page.getByText(actions.noneFiltered)).toBeVisible()
  await page.goto('/admin/companies?q=nothing-like-this')
  await expect(page.getByText(t.noneHint)).toBeVisible()
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t.view_all}\\s+\\d`) }),
  ).toBeVisible()
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

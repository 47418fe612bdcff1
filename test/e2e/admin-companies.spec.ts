import { expect, type Page } from '@playwright/test'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { networkMessages } from '../../web/parts/texts/messages.ts'
import { companyActionMessages, messages } from '../../features/admin/companies/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson } from './people.ts'
import { test } from './stage.ts'

const t = { ...messages.en, ...networkMessages.en }
const kit = listMessages.en
const actions = companyActionMessages.en
const rows = (page: Page) => page.locator('tbody tr')

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

import { expect } from '@playwright/test'
import {
  messages as companyMessages,
  companyTabMessages,
} from '../../features/admin/companies/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test, withoutPageData } from '../../test/e2e/stage.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { urls } from '../../test/e2e/place.ts'

const companies = companyMessages.en

test('leaving an edited company asks about unsaved changes', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['support'] })
  const name = `Jetty ${Date.now()}`
  await page.goto('/admin/companies')
  await page.getByRole('link', { name: companies.add }).click()
  await page.getByLabel(companies.name, { exact: true }).fill(name)
  await page.getByRole('link', { name: companies.back }).click()
  const question = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await question.getByRole('button', { name: fieldMessages.en.stay }).click()
  await expect(page.getByLabel(companies.name, { exact: true })).toHaveValue(name)

  await page.getByRole('button', { name: companies.save }).click()
  await expect(page.getByText(companies.saved({ name }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.getByRole('tab', { name: companyTabMessages.en.tab_access }).click()
  await page.getByLabel('Business hub').check()
  await page.getByRole('link', { name: companies.back }).click()
  await question.getByRole('button', { name: fieldMessages.en.leave }).click()
  await expect(page.getByRole('heading', { level: 1, name: companies.title })).toBeVisible()
})

test('ST-05 an admin who leaves a page while it loads stays logged in', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await withoutPageData(page)
  // The first call has no answer before the page is left.
  const unanswered = page.waitForRequest('**/api/admin/me')
  await page.route('**/api/admin/me', () => undefined, { times: 1 })
  await page.goto('/admin/overview')
  await unanswered
  await page.goto('/admin/companies')
  await page.getByRole('heading', { level: 1, name: companies.title }).waitFor()
  await expect(page).toHaveURL(`${urls.portal}/admin/companies`)
})

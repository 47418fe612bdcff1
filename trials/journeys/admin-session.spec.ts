import { expect } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { messages as companyMessages } from '../../features/admin/companies/messages.ts'
import { companyTabMessages } from '../../features/admin/companies/tab-messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test } from '../../test/e2e/stage.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'

const companies = companyMessages.en

test('a company that was changed is not left unsaved without a question', async ({ page }) => {
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
  await expect(page.getByText(fill(companies.saved, { name }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.getByRole('tab', { name: companyTabMessages.en.tab_access }).click()
  await page.getByLabel('Business hub').check()
  await page.getByRole('link', { name: companies.back }).click()
  await question.getByRole('button', { name: fieldMessages.en.leave }).click()
  await expect(page.getByRole('heading', { level: 1, name: companies.title })).toBeVisible()
})

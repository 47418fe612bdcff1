import { expect } from '@playwright/test'
import { invitationWords } from '../../test/e2e/invitation-words.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

const t = invitationWords
const kit = listMessages.en

test('B6 Enter selects the first match in the company field, leaving it selects the only match, and else it shows an error', async ({
  page,
}) => {
  const tag = `${Date.now()}`
  await addPerson({ company: `Quill ${tag} One` })
  await addPerson({ company: `Quill ${tag} Two` })
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
  const box = page.getByRole('combobox', { name: t.company })
  await box.fill(`quill ${tag}`)
  await expect(page.getByRole('option')).toHaveCount(2)
  await box.press('Enter')
  await expect(box).toHaveValue(`Quill ${tag} One`)
  await expect(page.getByRole('checkbox', { name: 'Business hub' })).toBeVisible()

  await box.fill(`${tag} two`)
  // Enter before the server has responded.
  await box.press('Enter')
  await expect(box).toHaveValue(`Quill ${tag} Two`)

  await page.reload()
  await box.fill(`quill ${tag}`)
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.locator('h1').click()
  await expect(page.getByText(t.unknownPartner, { exact: true })).toBeVisible()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await box.fill(`${tag} one`)
  await expect(page.getByText(t.unknownPartner, { exact: true })).toBeHidden()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.locator('h1').click()
  await expect(box).toHaveValue(`Quill ${tag} One`)
})

test('B3 Enter selects the first match in the filter by company', async ({ page }) => {
  const company = `Vellum ${Date.now()}`
  const person = await addPerson({ company })
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/users')
  await page.getByRole('button', { name: kit.filter, exact: true }).click()
  await page.getByRole('button', { name: 'Company', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Company' }).fill(company.toLowerCase())
  await page.getByRole('searchbox', { name: 'Company' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: person.email })).toBeVisible()
  await expect(page).toHaveURL(/company=/)
  await expect(page.getByRole('row')).toHaveCount(2)
})

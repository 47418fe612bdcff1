import { expect, type Page } from '@playwright/test'
import { accountMessages, messages } from '../../features/admin/admins/texts/messages.ts'
import { adminSetUpMessages as setUpPage } from '../../features/account/sign-up/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { expectAccessible, linkIn, mailTo, password, test } from './stage.ts'

const [t, words] = [accountMessages.en, messages.en]

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

test('B9 an invited audit-only admin sees what the role allows and sets up the account', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/admin-users')
  await page.getByRole('button', { name: t.invite }).click()
  const dialog = page.getByRole('dialog', { name: t.inviteTitle })
  const email = `auditor.${Date.now()}@portico.example`
  await dialog.getByLabel(t.email, { exact: true }).fill(email)
  await dialog.getByLabel(t.firstname, { exact: true }).fill('Joan')
  await dialog.getByLabel(t.lastname, { exact: true }).fill('Clarke')
  await dialog.getByLabel(words.auditor, { exact: true }).check()
  await expect(dialog.getByText(/Visible pages: .*Audit log/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(rowOf(page, email).getByText(t.waiting)).toBeVisible()
  await expect(rowOf(page, email).getByText(words.auditor, { exact: true })).toBeVisible()

  const joan = await newPage(browser)
  await joan.goto(linkIn(await mailTo(email)))
  await joan.getByLabel(setUpPage.en.password, { exact: true }).fill(password)
  await joan.getByLabel(setUpPage.en.confirmPassword, { exact: true }).fill(password)
  await joan.getByRole('button', { name: setUpPage.en.save }).click()
  await expect(joan.getByRole('link', { name: setUpPage.en.logIn })).toBeVisible()
  await page.reload()
  await expect(rowOf(page, email).getByText(t.active, { exact: true })).toBeVisible()
})

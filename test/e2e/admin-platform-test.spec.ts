import { expect, type Page } from '@playwright/test'
import { connectMessages } from '../../features/admin/platforms/connect-messages.ts'
import { messages } from '../../features/admin/platforms/messages.ts'
import { summaryMessages } from '../../features/admin/platforms/summary-messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { newSecretMessages } from '../../web/ui/new-secret-messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson, change, type Person } from './people.ts'
import { allow, isAccessible, password, sendByEnter, test } from './stage.ts'

const [t, words, login] = [messages.en, connectMessages.en, loginMessages.en]
const summary = summaryMessages.en

/** Registers a web application and returns its id. */
async function register(page: Page): Promise<string> {
  const id = `ledger-${Date.now()}`
  await page.goto('/admin/platforms')
  await page.getByRole('link', { name: t.add }).click()
  await page.getByLabel(t.name, { exact: true }).fill('Ledger 2')
  await expect(page.getByLabel(t.id, { exact: true })).toHaveValue('ledger-2')
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByLabel(t.name, { exact: true }).fill('Ledger')
  await page.getByLabel(t.url, { exact: true }).fill('https://ledger.example/')
  await expect(page.getByText(words.check_ok)).toHaveCount(0)
  const uris = page.getByLabel(t.redirectUris, { exact: true })
  await uris.fill('http://ledger.example/callback\nhttps://*.ledger.example/callback')
  await expect(page.getByText(words.check_notHttps)).toBeVisible()
  await expect(page.getByText(words.check_wildcard)).toBeVisible()
  await uris.fill('https://ledger.example/callback')
  await expect(page.getByText(words.check_ok).last()).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: t.register, exact: true }).click()
  await expect(page.getByText(summary.registered)).toBeVisible()
  await page.getByRole('button', { name: newSecretMessages.en.stored }).click()
  return id
}

/** Starts the test and logs in as a user in its window. */
async function logInByTest(page: Page, person: Person): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: words.testStart }).click()
  const window = await opened
  allow(window, 401, 404)
  await expect(window).toHaveURL(/\/login\?/)
  await window.getByLabel(login.email, { exact: true }).fill(person.email)
  await window.getByLabel(login.password, { exact: true }).fill(password)
  await sendByEnter(window)
  await window.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(window).toHaveURL(/\/admin\/test-login$/)
  return window
}

test('B8 an admin registers a platform, copies the snippet, and sees the green tick of a test login', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await expect(page.locator('pre')).toContainText(id)
  const steps = page.getByRole('list', { name: words.steps })
  await steps.getByRole('button', { name: words.stepAccess }).click()
  await expect(page.getByText(words.testNever).last()).toBeVisible()

  const ada = await addPerson({ subsystems: [id] })
  const window = await logInByTest(page, ada)
  await expect(window.getByText(words.windowPassed)).toBeVisible()
  const email = window.getByRole('row').filter({ hasText: `"${ada.email}"` })
  await expect(email.last()).toContainText('email')
  expect(await window.content()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  await isAccessible(window)
  await window.close()

  await expect(page.getByText(words.testPassed)).toBeVisible()
  await page.goto('/admin/platforms')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await expect(row.getByText(words.tested)).toBeVisible()
  await change('update subsystems set active = false where id = $1', [id])
})

test('B8 a user without access fails the test, and the window says why', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await page.getByRole('tab', { name: summary.tabAccess }).click()
  const stranger = await addPerson()
  const window = await logInByTest(page, stranger)
  await expect(window.getByText(words.denied_no_access)).toBeVisible()
  await window.reload()
  allow(window, 400)
  await expect(page.getByText(words.testNever).last()).toBeVisible()
  await change('update subsystems set active = false where id = $1', [id])
})

test('an admin previews the claims about a user, and sees why the platform stays closed', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const ada = await addPerson({ subsystems: ['onboarding'] })
  const stranger = await addPerson({ subsystems: ['business-hub'] })
  await page.goto('/admin/platforms?platform=onboarding&tab=access')
  await choose(page, ada)
  await expect(page.getByText(/ may open Onboarding dashboard/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `"${ada.email}"` })
  await expect(row.first()).toBeVisible()
  await isAccessible(page)
  await choose(page, stranger)
  await expect(page.getByText(/ may not open Onboarding dashboard/)).toBeVisible()
  await expect(page.getByText(words.denied_no_access)).toBeVisible()
})

async function choose(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('combobox', { name: summary.previewUser }).fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
}

test('a test login that another site leads to waits for a press', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/test-login?platform=onboarding')
  await page.getByRole('button', { name: words.testStart }).click()
  await expect(page).toHaveURL(/\/login\?/)
})

test('a platform that is in use opens on its summary; a change has a bar to save it', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await change('update subsystems set tested_at = now(), tested_version = version where id = $1', [
    id,
  ])
  await page.goto(`/admin/platforms?platform=${id}`)
  await expect(page.getByRole('heading', { name: summary.summary })).toBeVisible()
  await expect(page.getByText(summary.reachNone).first()).toBeVisible()
  await expect(page.getByRole('list', { name: words.steps })).toHaveCount(0)
  await isAccessible(page)

  await page.getByRole('tab', { name: t.registration }).click()
  await expect(page.getByRole('button', { name: t.save, exact: true })).toHaveCount(0)
  const name = page.getByLabel(t.name, { exact: true })
  await name.fill('Renamed')
  await page.getByRole('button', { name: summary.cancel, exact: true }).click()
  await expect(name).toHaveValue('Ledger')
  await name.fill('General ledger')
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'General ledger' })).toBeVisible()
  await expect(page.getByText(summary.unsaved)).toHaveCount(0)
  await change('update subsystems set active = false where id = $1', [id])
})

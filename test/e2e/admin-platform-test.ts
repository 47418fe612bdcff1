import { expect, type Page } from '@playwright/test'
import {
  connectMessages,
  messages,
  summaryMessages,
} from '../../features/admin/platforms/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { newSecretMessages } from '../../web/parts/texts/messages.ts'
import type { Person } from './people.ts'
import { allowStatus, expectAccessible, password, sendByEnter } from './stage.ts'

const [t, words, login] = [messages.en, connectMessages.en, loginMessages.en]

const summary = summaryMessages.en

/** Registers a web application and returns its id. */
export async function register(page: Page): Promise<string> {
  const id = `ledger-${Date.now()}`
  await page.goto('/admin/platforms')
  await page.getByRole('link', { name: t.add }).click()
  await page.getByLabel(t.name, { exact: true }).fill('Ledger 2')
  await expect(page.getByLabel(t.id, { exact: true })).toHaveValue('ledger-2')
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByLabel(t.name, { exact: true }).fill(`Ledger ${id}`)
  await page.getByLabel(t.url, { exact: true }).fill('https://ledger.example/')
  await expect(page.getByText(words.check_ok)).toHaveCount(0)
  const uris = page.getByLabel(t.redirectUris, { exact: true })
  await uris.fill('http://ledger.example/callback\nhttps://*.ledger.example/callback')
  await expect(page.getByText(words.check_notHttps)).toBeVisible()
  await expect(page.getByText(words.check_wildcard)).toBeVisible()
  await uris.fill('https://ledger.example/callback')
  await expect(page.getByText(words.check_ok).last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.register, exact: true }).click()
  await expect(page.getByText(summary.registered)).toBeVisible()
  await page.getByRole('button', { name: newSecretMessages.en.stored }).click()
  return id
}

/** Starts the test login and logs in as a user in its window. */
export async function logInByTest(page: Page, person: Person): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: words.testStart }).click()
  const window = await opened
  allowStatus(window, 401, 404)
  await expect(window).toHaveURL(/\/login\?/)
  await window.getByLabel(login.email, { exact: true }).fill(person.email)
  await window.getByLabel(login.password, { exact: true }).fill(password)
  await sendByEnter(window)
  await window.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(window).toHaveURL(/\/admin\/test-login$/)
  return window
}

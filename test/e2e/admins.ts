import { expect, type Browser, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { addAdmin, type AdminOptions, type Person } from './people.ts'
import { urls } from './place.ts'
import { allow, password, sendByEnter, setLocale } from './stage.ts'

/** A new admin logs in as one does, to the first page of the specification: somebody's code works only once. */
export async function enterAsAdmin(page: Page, options: AdminOptions): Promise<Person> {
  const admin = await addAdmin(options)
  await setLocale(page, options.locale ?? 'en')
  allow(page, 401, 404)
  await page.goto('/admin/login?redirect=%2Fadmin')
  await fillLogin(page, admin, options.locale)
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return admin
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
}

async function fillLogin(page: Page, person: Person, locale: Locale = 'en'): Promise<void> {
  const t = loginMessages[locale]
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
}

export async function newPage(
  browser: Browser,
  locale: Locale = 'en',
  bypassCSP = false,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.portal, bypassCSP })
  const page = await context.newPage()
  await setLocale(page, locale)
  allow(page, 401)
  return page
}

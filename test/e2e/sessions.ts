import { expect, type Browser, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import type { Person } from './people.ts'
import { urls } from './place.ts'
import { password, sendByEnter, setLocale } from './stage.ts'

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export async function logIn(page: Page, { email, authenticator }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(loginMessages.en.otp).fill(await authenticator.code())
  await expect(page).toHaveURL(/\/main\/home/)
}

export async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.portal, userAgent: phoneAgent })
  const page = await context.newPage()
  await setLocale(page, 'en')
  return page
}

import { expect, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { allowStatus, setLocale } from './stage.ts'

const t = loginMessages.en

export async function openLogin(page: Page): Promise<void> {
  allowStatus(page, 401)
  await setLocale(page, 'en')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  await expect(button(page, t.logIn)).toBeEnabled()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

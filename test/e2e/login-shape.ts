import type { Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { password } from './stage.ts'

const t = loginMessages.en

export async function logIn(page: Page, address: string): Promise<void> {
  await email(page).fill(address)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
}

function email(page: Page) {
  return page.getByLabel(t.email, { exact: true })
}

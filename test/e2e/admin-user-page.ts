import { expect, type Page } from '@playwright/test'
import { messages as resetMessages } from '../../features/account/recovery/messages.ts'
import { messages as userMessages } from '../../features/admin/users/messages.ts'
import { Authenticator } from './stage.ts'

const [users, reset] = [userMessages.en, resetMessages.en]

export async function act(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Lost phone, called back')
  await question.getByRole('button', { name: action }).click()
}

/** The set-up of the new authenticator, after the first step of a reset. */
export async function setUpNew(page: Page): Promise<void> {
  const key = (await page.locator('code[aria-labelledby=authenticator-key]').textContent()) ?? ''
  const authenticator = new Authenticator(key.replaceAll(/\s/g, ''))
  await page.getByLabel(reset.newCode).fill(await authenticator.code())
  await expect(page.getByRole('heading', { level: 1, name: reset.doneTitle })).toBeVisible()
}

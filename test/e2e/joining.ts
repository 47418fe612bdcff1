import { expect, type Page } from '@playwright/test'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { inviteIn, openLink } from './people.ts'
import { passHumanCheck, password, setLocale } from './stage.ts'

const t = signUpMessages.en

const setUp = setUpMessages.en

/** Invites a user and opens the invitation. */
export async function open(page: Page, name: string): Promise<void> {
  await setLocale(page, 'en')
  await openLink(page, await inviteIn('en', `${name}.${Date.now()}@quay.example`))
}

export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('checkbox').first().check()
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.signUp }).click()
  await expect(page.getByRole('heading', { level: 1, name: setUp.title })).toBeVisible()
}

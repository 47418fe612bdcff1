import type { Page } from '@playwright/test'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { endSessionsOf } from './people.ts'
import { password } from './stage.ts'

const t = messages.en

const profile = profileMessages.en

/** Ends the session while the page has unsaved input, and sends a request. */
export async function loseSession(
  page: Page,
  person: Parameters<typeof endSessionsOf>[0],
): Promise<void> {
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  // Waits for the page's own requests, which could otherwise find the ended session before the save does.
  await page.waitForLoadState('networkidle')
  await endSessionsOf(person)
  await page.getByRole('button', { name: profile.save }).click()
}

export async function enterPassword(page: Page, email: string, query = ''): Promise<void> {
  await page.goto(`/login${query}`)
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).waitFor()
}

/** Clears cookies and storage, as if in another browser. */
export async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
}

import { expect, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { resetMailMessages, resetMessages } from '../../features/account/password/texts/messages.ts'
import { passwordMessages } from '../../web/parts/texts/messages.ts'
import { urls } from './place.ts'
import {
  expectAccessible,
  linkIn,
  mailTo,
  passHumanCheck,
  setLocale,
  subjectLike,
  untilHydrated,
} from './stage.ts'

/** Requests a reset link from the login page, with the email address already entered. */
export async function askForLink(
  page: Page,
  locale: Locale,
  email: string,
  start = `/login?redirect_url=${encodeURIComponent(urls.hub)}`,
): Promise<string> {
  const login = loginMessages[locale]
  await setLocale(page, locale)
  await page.goto(start)
  await untilHydrated(page)
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByRole('link', { name: login.forgotPassword }).click()
  await page.getByRole('heading', { level: 1, name: resetMessages[locale].forgotTitle }).waitFor()
  await expect(page.getByLabel(resetMessages[locale].email)).toHaveValue(email)
  await expectAccessible(page, locale)
  await send(page, locale, email)
  await expectAccessible(page, locale)
  const { subject } = resetMailMessages[locale]
  return linkIn(await mailTo(email, subjectLike(subject({ brand: '.*' }))))
}

export async function send(page: Page, locale: Locale, email: string): Promise<void> {
  const t = resetMessages[locale]
  await page.getByLabel(t.email).fill(email)
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.sentTitle })).toBeFocused()
  await expect(page.getByText(t.junk)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}

export async function chooseSuggested(page: Page, locale: Locale): Promise<string> {
  const t = resetMessages[locale]
  await page.getByRole('button', { name: passwordMessages[locale].suggestPassword }).click()
  const newPassword = await page.getByLabel(t.password, { exact: true }).inputValue()
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeVisible()
  return newPassword
}

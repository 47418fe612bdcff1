import { expect, type Page } from '@playwright/test'
import { fill, type Locale } from '#contract/locale.ts'
import { words as loginWords } from '../../features/account/sign-in/messages.ts'
import { mailWords, words } from '../../features/account/password/reset-messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { urls } from './place.ts'
import { isAccessible, linkIn, mailTo, passHumanCheck, speak } from './stage.ts'

/** From the login page, where she had typed her address already. */
export async function askForLink(page: Page, locale: Locale, email: string): Promise<string> {
  const login = loginWords[locale]
  await speak(page, locale)
  await page.goto(`/login?redirect_url=${encodeURIComponent(urls.hub)}`)
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByRole('link', { name: login.forgotPassword }).click()
  await page.getByRole('heading', { level: 1, name: words[locale].forgotTitle }).waitFor()
  await expect(page.getByLabel(words[locale].email)).toHaveValue(email)
  await isAccessible(page, locale)
  await send(page, locale, email)
  await isAccessible(page, locale)
  const { subject } = mailWords[locale]
  return linkIn(await mailTo(email, new RegExp(fill(subject, { brand: '.*' }))))
}

export async function send(page: Page, locale: Locale, email: string): Promise<void> {
  const say = words[locale]
  await page.getByLabel(say.email).fill(email)
  await passHumanCheck(page)
  await page.getByRole('button', { name: say.send }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.sentTitle })).toBeFocused()
  await expect(page.getByText(say.junk)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}

export async function chooseSuggested(page: Page, locale: Locale): Promise<string> {
  const say = words[locale]
  await page.getByRole('button', { name: fieldWords[locale].suggestPassword }).click()
  const chosen = await page.getByLabel(say.password, { exact: true }).inputValue()
  await page.getByRole('button', { name: say.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeVisible()
  return chosen
}

import { expect, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import type { Person } from './people.ts'
import { urls } from './place.ts'
import { chooseSuggested } from './reset.ts'
import { expectAccessible, sendByEnter } from './stage.ts'

export async function chooseAndLogIn(
  page: Page,
  locale: Locale,
  { email, authenticator }: Pick<Person, 'email' | 'authenticator'>,
): Promise<void> {
  const t = resetMessages[locale]
  const newPassword = await chooseSuggested(page, locale)
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
  await expectAccessible(page, locale)

  const login = loginMessages[locale]
  await page.getByRole('link', { name: t.logIn }).click()
  await expect(page.getByLabel(login.email, { exact: true })).toHaveValue(email)
  await page.getByLabel(login.password, { exact: true }).fill(newPassword)
  await sendByEnter(page)
  await page.getByLabel(login.otp).fill(await authenticator.code())
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}/`))
}

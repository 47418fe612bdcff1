import { expect, type Page } from '@playwright/test'
import { localeNames, type Locale } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { resetMessages } from '../../features/account/password/messages.ts'
import { addPerson, openLink, type Person } from './people.ts'
import { storyLocales, urls } from './place.ts'
import { askForLink, chooseSuggested } from './reset.ts'
import { isAccessible, sendByEnter, test } from './stage.ts'

for (const locale of storyLocales) {
  test(`RT-04 RT-05 RT-06 RT-30 SC-03 SC-04 SC-16 ST-12 a user who forgot the password sets a new one by mail, and lands on the requested platform, in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await forgetAndReset(page, locale)
  })
}

test('RT-30 a user who forgot the password on the way to a platform by OpenID lands on it', async ({
  page,
}) => {
  const { email, authenticator } = await addPerson()
  const link = await askForLink(page, 'en', email, urls.hub)
  const back = page.getByRole('link', { name: resetMessages.en.backToLogin })
  await expect(back).toHaveAttribute('href', /\/login\?redirect=%2Fsign-on%2F/)
  // The mail may be opened elsewhere, where no request of the platform waits.
  await page.context().clearCookies()
  await openLink(page, link)
  await chooseAndLogIn(page, 'en', { email, authenticator })
})

async function forgetAndReset(page: Page, locale: Locale): Promise<void> {
  test.slow()
  const t = resetMessages[locale]
  const { email, authenticator } = await addPerson({ locale })
  const link = await askForLink(page, locale, email)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: t.resetTitle })).toBeVisible()
  const shown = new URL(page.url())
  expect(shown.pathname).toBe('/reset-password')
  expect(shown.searchParams.get('redirect_url')).toBe(`${urls.hub}/`)
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  expect(await whatIsKept(page)).not.toContain(token)
  await isAccessible(page, locale)
  await chooseAndLogIn(page, locale, { email, authenticator })
}

async function chooseAndLogIn(
  page: Page,
  locale: Locale,
  { email, authenticator }: Pick<Person, 'email' | 'authenticator'>,
): Promise<void> {
  const t = resetMessages[locale]
  const chosen = await chooseSuggested(page, locale)
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
  await isAccessible(page, locale)

  const login = loginMessages[locale]
  await page.getByRole('link', { name: t.logIn }).click()
  await expect(page.getByLabel(login.email, { exact: true })).toHaveValue(email)
  await page.getByLabel(login.password, { exact: true }).fill(chosen)
  await sendByEnter(page)
  await page.getByLabel(login.otp).fill(await authenticator.code())
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}/`))
}

/** All that the browser holds of the page: its address, its history, its storages, its document. */
function whatIsKept(page: Page): Promise<string> {
  return page.evaluate<string>(`JSON.stringify([
    location.href,
    document.referrer,
    history.state,
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    document.documentElement.outerHTML,
  ])`)
}

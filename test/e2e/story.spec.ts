import { expect, type Page } from '@playwright/test'
import { directionOf, langOf, localeNames, type Locale } from '#contract/locale.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { addPerson, inviteIn } from './people.ts'
import { storyLocales, urls } from './place.ts'
import {
  Authenticator,
  invite,
  joinPortal,
  linkIn,
  mailTo,
  password,
  setLocale,
  test,
} from './stage.ts'

test('RT-10 SC-01 SC-02 SC-06 SC-16 ST-02 ST-03 an invited user signs up, opens every platform with one login, and leaves all with one logout', async ({
  page,
}) => {
  const email = `grace.en.${Date.now()}@quay.example`
  await setLocale(page, 'en')
  await invite(email, 'en')
  const link = linkIn(await mailTo(email))
  const authenticator = await joinPortal(page, { link, locale: 'en' })
  await openPlatforms(page, 'en')
  await logOutOfAll(page, 'en')
  await logInAgain(page, 'en', { email, authenticator })
})

for (const locale of storyLocales.filter((each) => each !== 'en')) {
  test(`SC-16 the same story in ${localeNames[locale]}`, async ({ page }) => {
    await setLocale(page, locale)
    const link = await inviteIn(locale, `grace.${locale}.${Date.now()}@quay.example`)
    await joinPortal(page, { link, locale })
    await openPlatforms(page, locale)
    await logOutOfAll(page, locale)
    // Logs in as another user, who need not wait for the next one-time code.
    await logInAgain(page, locale, await addPerson({ locale }))
  })
}

/** Opens the hub from the portal, then the dashboard at its own URL, both without a login. */
async function openPlatforms(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', langOf(locale))
  await expect(page.locator('html')).toHaveAttribute('dir', directionOf(locale))
  await page
    .getByRole('link', { name: /Business hub|مركز الأعمال/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}`))
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  const dashboard = await page.context().newPage()
  await dashboard.goto(urls.onboarding)
  await expect(dashboard.getByText('Grace Hopper')).toBeVisible()
  await dashboard.close()
  await page.goto('/main/profile')
}

async function logOutOfAll(page: Page, locale: Locale): Promise<void> {
  const t = frameMessages[locale]
  await page.getByRole('button', { name: t.accountMenu }).click()
  await page
    .getByRole('menuitem', { name: t.logOut })
    .or(page.getByRole('button', { name: t.logOut }))
    .first()
    .click()
  await expect(
    page.getByRole('heading', { level: 1, name: loginMessages[locale].title }),
  ).toBeVisible()
  for (const url of [urls.hub, urls.onboarding]) {
    await expect.poll(() => loginState(page, url), { timeout: 5_000 }).toBe('logged out')
  }
  await page.goto('/main/profile')
  await expect(page).toHaveURL(/\/login\?redirect=/)
}

/** Returns the state at a platform, which redirects a visitor without a session to the provider. */
async function loginState(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(url, { maxRedirects: 0 })
  return answer.status() === 200 ? 'logged in' : 'logged out'
}

type Credentials = { email: string; authenticator: Authenticator }

/** RT-26: Logs in and expects the requested page. */
async function logInAgain(
  page: Page,
  locale: Locale,
  { email, authenticator }: Credentials,
): Promise<void> {
  const t = loginMessages[locale]
  await page.goto('/main/profile?from=tomorrow#top')
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).fill(await authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/profile?from=tomorrow#top`)
  await expect(page.getByLabel(profileMessages[locale].email, { exact: true })).toHaveValue(email)
}

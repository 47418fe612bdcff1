import { expect, type Page } from '@playwright/test'
import { localeNames, type Locale } from '#contract/locale.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson } from './people.ts'
import { storyLocales, urls } from './place.ts'
import { askForLink } from './reset.ts'
import { expectAccessible, openUnhydrated, test } from './stage.ts'
import { chooseAndLogIn } from './forgotten-password.ts'

for (const locale of storyLocales) {
  test(`RT-04 RT-05 RT-06 RT-30 SC-03 SC-04 SC-16 ST-12 a user resets a forgotten password by mail and reaches the requested platform in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await forgetAndReset(page, locale)
  })
}

test('an email address typed before hydration reaches the page for a forgotten password', async ({
  page,
}) => {
  const release = await openUnhydrated(page, '/login')
  const email = page.getByLabel(loginMessages.en.email, { exact: true })
  await email.fill('grace@harbour.example')
  await page.getByRole('link', { name: loginMessages.en.forgotPassword }).click()
  await expect(page).toHaveURL(/\/forgot-password/)
  release()
  await expect(email).toHaveValue('grace@harbour.example')
})

test('a language chosen before hydration is applied and keeps the typed email address', async ({
  page,
}) => {
  const release = await openUnhydrated(page, '/login')
  const [en, fr] = [loginMessages.en, loginMessages.fr]
  await page.getByLabel(en.email, { exact: true }).fill('grace@harbour.example')
  await page.getByRole('combobox').selectOption('fr')
  release()
  await expect(page.getByRole('heading', { level: 1, name: fr.title })).toBeVisible()
  await expect(page.getByLabel(fr.email, { exact: true })).toHaveValue('grace@harbour.example')
})

async function forgetAndReset(page: Page, locale: Locale): Promise<void> {
  test.slow()
  const t = resetMessages[locale]
  const { email, authenticator } = await addPerson({ locale })
  const link = await askForLink(page, locale, email)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: t.resetTitle })).toBeVisible()
  const url = new URL(page.url())
  expect(url.pathname).toBe('/reset-password')
  expect(url.searchParams.get('redirect_url')).toBe(`${urls.hub}/`)
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  expect(await browserState(page)).not.toContain(token)
  await expectAccessible(page, locale)
  await chooseAndLogIn(page, locale, { email, authenticator })
}

/** Returns everything that the browser stores for the page: URL, history, storage and document. */
function browserState(page: Page): Promise<string> {
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

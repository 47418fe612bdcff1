import { expect, type Page } from '@playwright/test'
import { fill, localeNames, locales, type Locale } from '#contract/locale.ts'
import { words as platformWords } from '../../app/web/platform-words.ts'
import { words as stopWords } from '../../features/account/sessions/log-me-out-messages.ts'
import { words as loginWords } from '../../features/account/sign-in/messages.ts'
import { words as resetWords } from '../../features/account/password/reset-messages.ts'
import { words as factorWords } from '../../features/account/recovery/messages.ts'
import { words as signUpWords } from '../../features/account/sign-up/messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { addPerson, change, enterIn, linkFor } from './people.ts'
import { allow, password, speak, test } from './stage.ts'

for (const locale of locales) {
  test(`ER-04 ER-10 ST-06 ST-07 SC-16 what the login refuses is told in ${localeNames[locale]}`, async ({
    page,
  }) => {
    allow(page, 401, 403)
    const say = loginWords[locale]
    const person = await addPerson({ locale })
    await speak(page, locale)
    await page.goto('/login')
    await logIn(page, locale, person.email, 'Wrong-Harbour-1')
    await expect(page.getByRole('alert').getByText(say.invalidCredentials)).toBeVisible()
    await logIn(page, locale, person.email, password)
    const code = page.getByLabel(say.code)
    await code.fill('000000')
    await expect(code).toHaveAccessibleDescription(say.wrongCode)
    await expect(code).toBeFocused()
    await change(
      `update login_attempts set expires_at = now() - interval '1 second' where user_id = $1`,
      [person.id],
    )
    await code.fill(await person.authenticator.code())
    await expect(page.getByText(say.expiredTitle)).toBeVisible()
    await expect(page.getByText(say.expiredText)).toBeVisible()
    await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(person.email)
    await change('update users set active = false where id = $1', [person.id])
    await logIn(page, locale, person.email, password)
    const { userInactive } = fieldWords[locale]
    await expect(page.getByRole('alert').getByText(userInactive)).toBeVisible()
  })

  test(`RT-12 ER-06 ER-07 ER-08 ER-11 SC-16 a link that does not work is told before anything is typed, in ${localeNames[locale]}`, async ({
    page,
  }) => {
    allow(page, 400)
    await speak(page, locale)
    for (const [path, title] of [
      ['/reset-password', resetWords[locale].invalidTitle],
      ['/reset-mfa', factorWords[locale].invalidTitle],
      ['/log-me-out', stopWords[locale].invalidTitle],
      ['/sign-up', signUpWords[locale].invalidTitle],
    ] as const) {
      await page.goto(`${path}/made-up-token?redirect_url=x`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path}\\?redirect_url=x$`))
    }
  })

  test(`RT-12 SC-09 SC-16 the link that ends every session speaks ${localeNames[locale]}`, async ({
    page,
  }) => {
    const say = stopWords[locale]
    await speak(page, locale)
    await page.goto(await linkFor(await addPerson({ locale }), 'log-me-out'))
    await page.getByRole('button', { name: say.logOut }).click()
    await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeVisible()
    await expect(page.getByText(say.advice)).toBeVisible()
    await expect(page.getByRole('link', { name: say.changePassword })).toBeVisible()
  })

  test(`RT-17 SC-21 SC-16 each refusal of entry is told in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await enterIn(page, locale)
    const say = platformWords[locale]
    const hub = { name: 'Business hub' }
    for (const [type, title, help] of [
      ['no_access', say.noAccessTitle, say.noAccessHelp],
      ['deactivated', say.deactivatedTitle, say.noAccessHelp],
      ['no_partner', say.noPartnerTitle, say.noPartnerHelp],
      ['ip_not_allowed', say.ipTitle, say.ipHelp],
      ['wrong_subsystem', say.wrongTitle, say.wrongHelp],
      ['loop', say.loopTitle, say.loopHelp],
    ] as const) {
      await page.goto(`/main/profile?forbidden_subsystem=business-hub&error_type=${type}`)
      const notice = page.getByRole('status').filter({ hasText: fill(title, hub) })
      await expect(notice).toContainText(fill(help, hub))
      await expect(notice.getByRole('link', { name: /support@portico\.example/ })).toBeVisible()
    }
  })
}

test('LI-01 ER-04 SC-16 too many failures are told in every language, with a time that runs down, and the form stays', async ({
  page,
}) => {
  allow(page, 401, 429)
  const { email } = await addPerson()
  await speak(page, 'en')
  await page.goto('/login')
  for (let failures = 0; failures < 10; failures += 1) {
    const answer = page.waitForResponse('**/api/users/login')
    await logIn(page, 'en', email, 'Wrong-Harbour-1')
    expect((await answer).status()).toBe(401)
    await expect(page.getByRole('button', { name: loginWords.en.logIn, exact: true })).toBeVisible()
  }
  for (const locale of locales) {
    await speak(page, locale)
    await page.goto('/login')
    await logIn(page, locale, email, 'Wrong-Harbour-1')
    const notice = page.getByRole('alert').filter({ hasText: loginWords[locale].addressBlocked })
    await expect(notice).toContainText(timeLeft(locale))
    await expect(page.getByLabel(loginWords[locale].email, { exact: true })).toHaveValue(email)
  }
  const seen = page.getByRole('alert').locator('[aria-hidden=true]')
  const first = await seen.textContent()
  await expect(seen).not.toHaveText(first ?? '')
})

async function logIn(page: Page, locale: Locale, email: string, typed: string): Promise<void> {
  const say = loginWords[locale]
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByLabel(say.password, { exact: true }).fill(typed)
  await page.getByRole('button', { name: say.logIn, exact: true }).click()
}

/** Of ten minutes, some have gone on a busy machine. */
function timeLeft(locale: Locale): RegExp {
  const { tryAgainIn, minutesAndSeconds } = fieldWords[locale]
  const time = fill(RegExp.escape(minutesAndSeconds), {})
  const counted = time
    .replace(String.raw`\{minutes\}`, '[5-9]')
    .replace(String.raw`\{seconds\}`, String.raw`\d+`)
  return new RegExp(RegExp.escape(tryAgainIn).replace(String.raw`\{time\}`, counted))
}

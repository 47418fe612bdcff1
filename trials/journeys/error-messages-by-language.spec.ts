import { expect, type Page } from '@playwright/test'
import { textWith } from '#contract/text.ts'
import { localeNames, locales, type Locale } from '#contract/locale.ts'
import { ago } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { platformAccessMessages as platformMessages } from '../../app/web/texts/messages.ts'
import { logMeOutMessages as stopMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as factorMessages } from '../../features/account/recovery/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, enterIn, linkFor } from '../../test/e2e/people.ts'
import { storyLocales } from '../../test/e2e/place.ts'
import { allowStatus, password, setLocale, test } from '../../test/e2e/stage.ts'

for (const locale of storyLocales) {
  test(`ER-04 ER-10 ST-06 ST-07 SC-16 401201 401202 401203 403301 errors of the login are shown in ${localeNames[locale]}`, async ({
    page,
  }) => {
    allowStatus(page, 401, 403)
    const t = loginMessages[locale]
    const person = await addPerson({ locale })
    await setLocale(page, locale)
    await page.goto('/login')
    await logIn(page, locale, person.email, 'Wrong-Harbour-1')
    const secret = page.getByLabel(t.password, { exact: true })
    await expect(secret).toHaveAccessibleDescription(t.invalidCredentials)
    await expect(secret).toBeFocused()
    await logIn(page, locale, person.email, password)
    const code = page.getByLabel(t.otp)
    await code.fill('000000')
    await expect(code).toHaveAccessibleDescription(new RegExp(RegExp.escape(t.wrongCode)))
    await expect(code).toBeFocused()
    await updateRows('login_attempts', { userId: person.id }, { expiresAt: ago('1 second') })
    await code.fill(await person.authenticator.code())
    await expect(page.getByText(t.expiredTitle)).toBeVisible()
    await expect(page.getByText(t.expiredText)).toBeVisible()
    await expect(page.getByLabel(t.email, { exact: true })).toHaveValue(person.email)
    await updateRows('users', { id: person.id }, { active: false })
    await logIn(page, locale, person.email, password)
    const { userInactive } = fieldMessages[locale]
    await expect(page.getByRole('alert').getByText(userInactive)).toBeVisible()
  })

  test(`RT-12 ER-06 ER-07 ER-08 ER-11 SC-16 400301 an invalid link is announced before any input, in ${localeNames[locale]}`, async ({
    page,
  }) => {
    allowStatus(page, 400)
    await setLocale(page, locale)
    for (const [path, title] of [
      ['/reset-password', resetMessages[locale].invalidTitle],
      ['/reset-mfa', factorMessages[locale].invalidTitle],
      ['/log-me-out', stopMessages[locale].expiredTitle],
      ['/sign-up', signUpMessages[locale].invalidTitle],
    ] as const) {
      await page.goto(`${path}/made-up-token?redirect_url=x`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path}\\?redirect_url=x$`))
    }
  })

  test(`RT-12 SC-09 SC-16 the link that ends all sessions is shown in ${localeNames[locale]}`, async ({
    page,
  }) => {
    const t = stopMessages[locale]
    await setLocale(page, locale)
    await page.goto(await linkFor(await addPerson({ locale }), 'log-me-out'))
    await page.getByRole('button', { name: t.logOut }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeVisible()
    await expect(page.getByText(t.advice)).toBeVisible()
    await expect(page.getByRole('link', { name: t.changePassword })).toBeVisible()
  })

  test(`RT-17 SC-21 SC-16 each platform access error is shown in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await enterIn(page, locale)
    const t = platformMessages[locale]
    const hub = { name: 'Business hub' }
    for (const [type, title, help] of [
      ['no_access', t.noAccessTitle, t.noAccessHelp],
      ['deactivated', t.endedTitle, t.noAccessHelp],
      ['platform_off', t.offTitle, t.offHelp],
      ['no_partner', t.noPartnerTitle, t.noPartnerHelp],
      ['ip_not_allowed', t.ipTitle, t.ipHelp],
      ['wrong_subsystem', t.wrongTitle, t.wrongHelp],
      ['loop', t.loopTitle, t.loopHelp],
    ] as const) {
      await page.goto(`/main/profile?forbidden_subsystem=business-hub&error_type=${type}`)
      const notice = page.getByRole('status').filter({ hasText: textWith(title, hub) })
      await expect(notice).toContainText(textWith(help, hub))
      await expect(notice.getByRole('link', { name: /support@portico\.example/ })).toBeVisible()
    }
  })
}

test('LI-01 ER-04 SC-16 429201 the lockout is shown in every language with a countdown, and the form stays', async ({
  page,
}) => {
  allowStatus(page, 401, 429)
  const { email } = await addPerson()
  await setLocale(page, 'en')
  await page.goto('/login')
  for (let failures = 0; failures < 10; failures += 1) {
    const answer = page.waitForResponse('**/api/users/login')
    await logIn(page, 'en', email, 'Wrong-Harbour-1')
    expect((await answer).status()).toBe(401)
    await expect(
      page.getByRole('button', { name: loginMessages.en.logIn, exact: true }),
    ).toBeVisible()
  }
  for (const locale of locales) {
    await setLocale(page, locale)
    await page.goto('/login')
    await logIn(page, locale, email, 'Wrong-Harbour-1')
    const notice = page.getByRole('alert').filter({ hasText: fieldMessages[locale].addressBlocked })
    await expect(notice).toContainText(timeLeft(locale))
    await expect(page.getByLabel(loginMessages[locale].email, { exact: true })).toHaveValue(email)
  }
  const seen = page.getByRole('alert').locator('[aria-hidden=true]')
  const first = await seen.textContent()
  await expect(seen).not.toHaveText(first ?? '')
})

async function logIn(page: Page, locale: Locale, email: string, typed: string): Promise<void> {
  const t = loginMessages[locale]
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(typed)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
}

/** Matches five to nine minutes: of ten minutes, some may have passed on a busy machine. */
function timeLeft(locale: Locale): RegExp {
  const { tryAgainIn, minutesAndSeconds } = fieldMessages[locale]
  const time = minutesAndSeconds({ minutes: 555, seconds: 777 })
  const text = RegExp.escape(tryAgainIn({ time }))
  return new RegExp(text.replace('777', String.raw`\d+`).replace('555', '[5-9]'))
}

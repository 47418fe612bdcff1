import { expect, type Page } from '@playwright/test'
import { localeNames, locales, type Locale } from '#contract/locale.ts'
import { words as publicWords } from '../../app/web/public/words.ts'
import { words as loginWords } from '../../features/account/sign-in/messages.ts'
import { words as profileWords } from '../../features/account/profile/messages.ts'
import { words as codeWords } from '../../features/account/two-factor/recovery-codes-messages.ts'
import { mailWords, words } from '../../features/account/recovery/messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { secondFactorWords } from '../../web/ui/second-factor-words.ts'
import { press, saysWrong, typeInto } from './keyboard.ts'
import { enterIn } from './people.ts'
import {
  allow,
  Authenticator,
  isAccessible,
  linkIn,
  mailTo,
  password,
  speak,
  test,
} from './stage.ts'

for (const locale of locales) {
  test(`RT-08 SC-05 SC-16 LI-04 whoever has lost her phone gets in again by mail and a recovery code, in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await loseAndReset(page, locale)
  })
}

test('RT-07 SC-10 logged in, she resets her authenticator by keyboard alone', async ({ page }) => {
  const say = words.en
  const { authenticator } = await enterIn(page, 'en')
  await page.goto('/main/security')
  await press(page, page.getByRole('link', { name: say.reset }))
  await expect(page).toHaveURL(/\/reset-mfa$/)
  await expect(page.getByText(say.step.replace('{step}', '1'))).toBeVisible()

  allow(page, 401)
  const current = page.getByLabel(say.currentCode)
  await typeInto(page, current, '000000')
  await saysWrong(current, fieldWords.en.wrongCode)
  await isAccessible(page)
  await page.keyboard.type(await authenticator.code())
  await expect(page.getByText(say.step.replace('{step}', '2'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const fresh = await keyOnPage(page)
  await typeInto(page, page.getByLabel(say.newCode), await fresh.code())
  await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeFocused()
  await press(page, page.getByRole('button', { name: secondFactorWords.en.saved }))
  await expect(page).toHaveURL(/\/main\/security$/)
  await expect(page.getByText(say.on, { exact: true })).toBeVisible()
})

test('RT-07 a visitor without a link is told where it begins', async ({ page }) => {
  await page.goto('/reset-mfa')
  await expect(
    page.getByRole('heading', { level: 1, name: words.en.notLoggedInTitle }),
  ).toBeVisible()
  await page.getByRole('link', { name: words.en.logIn }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Freset-mfa$/)
})

async function loseAndReset(page: Page, locale: Locale): Promise<void> {
  test.slow()
  const say = words[locale]
  const { email, authenticator } = await enterIn(page, locale)
  const [recoveryCode = ''] = await newRecoveryCodes(page, locale, authenticator)

  await page.context().clearCookies()
  await speak(page, locale)
  await logInToCode(page, locale, email)
  await page.getByRole('button', { name: publicWords[locale].lostAuthenticator }).click()
  await page.getByRole('button', { name: say.send }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.sentTitle })).toBeFocused()
  await isAccessible(page, locale)

  const subject = mailWords[locale].subject.replace('{brand}', '.*')
  const link = linkIn(await mailTo(email, new RegExp(subject)))
  await page.goto(`${link}?redirect_url=x&user=y`)
  await expect(page.getByText(say.step.replace('{step}', '1'))).toBeVisible()
  await tokenIsHidden(page, link)
  await isAccessible(page, locale)
  await page.getByRole('button', { name: say.useRecoveryCode }).click()
  await page.getByLabel(say.recoveryCode).fill(recoveryCode)
  await page.getByRole('button', { name: say.next }).click()

  await expect(page.getByText(say.step.replace('{step}', '2'))).toBeVisible()
  await isAccessible(page, locale)
  const fresh = await keyOnPage(page)
  await page.getByLabel(say.newCode).fill(await fresh.code())
  await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeFocused()
  await isAccessible(page, locale)
  await page.getByRole('button', { name: secondFactorWords[locale].saved }).click()
  const title = profileWords[locale].title
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function newRecoveryCodes(
  page: Page,
  locale: Locale,
  authenticator: Authenticator,
): Promise<string[]> {
  const say = codeWords[locale]
  await page.goto('/main/security')
  await page.getByRole('button', { name: say.make }).click()
  await expect(page.getByLabel(say.code)).toBeFocused()
  await page.getByLabel(say.code).fill(await authenticator.code())
  await expect(page.getByRole('heading', { name: say.codesTitle })).toBeFocused()
  await isAccessible(page, locale)
  const codes = await page
    .getByRole('list', { name: secondFactorWords[locale].codes })
    .locator('code')
    .allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: secondFactorWords[locale].saved }).click()
  return codes
}

async function logInToCode(page: Page, locale: Locale, email: string): Promise<void> {
  const say = loginWords[locale]
  await page.goto('/login')
  await page.getByLabel(say.email).fill(email)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.logIn }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.codeTitle })).toBeVisible()
}

/** RT-08, ST-12: neither in the address bar nor in any storage; the rest of the query as it may stay. */
async function tokenIsHidden(page: Page, link: string): Promise<void> {
  const token = link.split('/reset-mfa/')[1] ?? ''
  expect(token.length).toBeGreaterThan(40)
  await expect(page).toHaveURL(/\/reset-mfa\?redirect_url=x&user=y$/)
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
  )
  expect(stored).not.toContain(token)
}

async function keyOnPage(page: Page): Promise<Authenticator> {
  return new Authenticator((await page.locator('code').first().textContent()) ?? '')
}

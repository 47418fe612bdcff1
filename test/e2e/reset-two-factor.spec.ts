import { expect, type Page } from '@playwright/test'
import { localeNames, type Locale } from '#contract/locale.ts'
import { recoveryCodesMessages as codeMessages } from '../../features/account/two-factor/texts/messages.ts'
import { messages, panelMessages } from '../../features/account/recovery/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { storyLocales } from './place.ts'
import { press, expectFieldError, typeInto } from './keyboard.ts'
import { enterIn, linkFor } from './people.ts'
import { allowStatus, atHome, Authenticator, expectAccessible, setLocale, test } from './stage.ts'

for (const locale of storyLocales) {
  test(`RT-08 SC-05 SC-16 LI-04 a user without the phone logs in again with support’s link and a recovery code, in ${localeNames[locale]}`, async ({
    page,
  }) => {
    await loseAndReset(page, locale)
  })
}

test('RT-07 SC-10 a logged-in user resets the authenticator by keyboard alone', async ({
  page,
}) => {
  const t = messages.en
  const { authenticator } = await enterIn(page, 'en')
  await page.goto('/main/security#authenticator')
  await press(page, page.getByRole('link', { name: panelMessages.en.reset }))
  await expect(page).toHaveURL(/\/main\/security\/authenticator$/)
  await expect(page.getByText(t.step({ step: '1' }))).toBeVisible()

  allowStatus(page, 401)
  const current = page.getByLabel(t.currentCode)
  await typeInto(page, current, '000000')
  await expectFieldError(current, fieldMessages.en.wrongCode)
  await expectAccessible(page)
  await page.keyboard.type(await authenticator.code())
  await expect(page.getByText(t.step({ step: '2' }))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const fresh = await keyOnPage(page)
  await typeInto(page, page.getByLabel(t.newCode), await fresh.code())
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
  await press(page, page.getByRole('button', { name: secondFactorMessages.en.saved }))
  await expect(page).toHaveURL(/\/main\/security#authenticator$/)
  await expect(page.getByText(panelMessages.en.on, { exact: true })).toBeVisible()
})

async function loseAndReset(page: Page, locale: Locale): Promise<void> {
  test.slow()
  const t = messages[locale]
  const person = await enterIn(page, locale)
  const [recoveryCode = ''] = await newRecoveryCodes(page, locale)

  await page.context().clearCookies()
  await setLocale(page, locale)
  // Because the browser's storage still has a login, the page requests the session once.
  allowStatus(page, 401)
  const link = await linkFor(person, 'reset-mfa')
  await page.goto(`${link}?redirect_url=x&user=y`)
  await expect(page.getByText(t.step({ step: '1' }))).toBeVisible()
  await expectTokenHidden(page, link)
  await expectAccessible(page, locale)
  await page.getByRole('button', { name: t.useRecoveryCode }).click()
  await page.getByLabel(t.recoveryCode).fill(recoveryCode)
  await page.getByRole('button', { name: t.next }).click()

  await expect(page.getByText(t.step({ step: '2' }))).toBeVisible()
  await expectAccessible(page, locale)
  const fresh = await keyOnPage(page)
  await page.getByLabel(t.newCode).fill(await fresh.code())
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
  await expectAccessible(page, locale)
  await page.getByRole('button', { name: secondFactorMessages[locale].saved }).click()
  await atHome(page)
}

async function newRecoveryCodes(page: Page, locale: Locale): Promise<string[]> {
  const t = codeMessages[locale]
  await page.goto('/main/security#recovery-codes')
  await page.getByRole('button', { name: t.makeFirst }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.confirmFirst }).click()
  await expect(page.getByRole('heading', { name: t.codesTitleFirst })).toBeFocused()
  await expectAccessible(page, locale)
  const codes = await page
    .getByRole('list', { name: secondFactorMessages[locale].codes })
    .locator('code')
    .allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: secondFactorMessages[locale].saved }).click()
  return codes
}

/** RT-08, ST-12: expects the token to be absent from the URL and from storage. Other parameters may remain. */
async function expectTokenHidden(page: Page, link: string): Promise<void> {
  const token = link.split('/reset-mfa/')[1] ?? ''
  expect(token.length).toBeGreaterThan(40)
  await expect(page).toHaveURL(/\/reset-mfa\?redirect_url=x$/)
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
  )
  expect(stored).not.toContain(token)
}

async function keyOnPage(page: Page): Promise<Authenticator> {
  return new Authenticator((await page.locator('code').first().textContent()) ?? '')
}

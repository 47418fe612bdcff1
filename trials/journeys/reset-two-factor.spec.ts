import { expect, type Page } from '@playwright/test'
import { recoveryCodesMessages as codeMessages } from '../../features/account/two-factor/texts/messages.ts'
import { messages } from '../../features/account/recovery/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice } from '../../test/e2e/devices.ts'
import { addPerson, enterIn, linkFor, openLink, recoveryCodesOf } from '../../test/e2e/people.ts'
import { atHome, Authenticator, expectAccessible, setLocale, test } from '../../test/e2e/stage.ts'

test('RT-08 a user with a lost phone replaces the authenticator by a passkey', async ({ page }) => {
  const t = messages.en
  await setLocale(page, 'en')
  const person = await addPerson()
  const [recoveryCode = ''] = await recoveryCodesOf(person)
  const { count: countPasskeys } = await addDevice(page)
  await openLink(page, await linkFor(person, 'reset-mfa'))
  await page.getByRole('button', { name: t.useRecoveryCode }).click()
  await expect(page.getByRole('button', { name: t.usePasskey })).toHaveCount(0)
  await page.getByLabel(t.recoveryCode).fill(recoveryCode)
  await page.getByRole('button', { name: t.next }).click()
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
  await expect(page.getByText(t.donePasskey)).toBeVisible()
  expect(await countPasskeys()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  await atHome(page)
})

test('RT-08 canceling a passkey returns to the same step of the reset', async ({ page }) => {
  const t = messages.en
  await setLocale(page, 'en')
  const person = await addPerson()
  await addDevice(page, false)
  await openLink(page, await linkFor(person, 'reset-mfa'))
  await page.getByLabel(t.currentCode).fill(await person.authenticator.code())
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page.getByText(t.passkeyStopped)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(t.newCode).fill(await (await keyOnPage(page)).code())
  await expect(page.getByRole('heading', { level: 1, name: t.doneTitle })).toBeFocused()
})

test('U15 a user without recovery codes sees no warning that codes stop working', async ({
  page,
}) => {
  const t = codeMessages.en
  await enterIn(page, 'en', '/main/security#recovery-codes')
  await expect(page.getByText(t.none).first()).toBeVisible()
  await page.getByRole('button', { name: t.makeFirst }).click()
  await expect(page.getByText(t.askFirstText, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t.confirmFirst }).click()
  await expect(page.getByRole('heading', { name: t.codesTitleFirst })).toBeFocused()
  await expect(page.getByText(t.replaced)).toHaveCount(0)
  await page.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  await page.getByRole('button', { name: t.make }).click()
  await expect(page.getByText(t.askText, { exact: true })).toBeVisible()
})

test('RT-07 a visitor without a link is shown where to start', async ({ page }) => {
  await page.goto('/reset-mfa')
  await expect(
    page.getByRole('heading', { level: 1, name: messages.en.notLoggedInTitle }),
  ).toBeVisible()
  await page.getByRole('link', { name: messages.en.logIn }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Freset-mfa$/)
})

async function keyOnPage(page: Page): Promise<Authenticator> {
  return new Authenticator((await page.locator('code').first().textContent()) ?? '')
}

import { expect } from '@playwright/test'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { passwordMessages, secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice } from '../../test/e2e/devices.ts'
import { server } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { expectAccessible, joinPortal, setLocale, test } from '../../test/e2e/stage.ts'
import { open, choosePassword } from '../../test/e2e/joining.ts'

const t = signUpMessages.en

const setUp = setUpMessages.en

const factor = secondFactorMessages.en

test('A3: the password rules are one line, which expands during typing', async ({ page }) => {
  await open(page, 'rules')
  const example = { letters: 'Aa', digit: '1', sign: '#' }
  const short = page.getByText(passwordMessages.en.rulesShort({ count: 12, ...example }))
  const rule = page.getByText(passwordMessages.en.ruleUppercase)
  await expect(short).toBeVisible()
  await expect(page.locator('.visually-hidden', { has: rule })).toHaveCount(1)
  await page.getByLabel(t.password, { exact: true }).fill('Calm')
  await expect(short).toHaveCount(0)
  await expect(page.locator('.visually-hidden', { has: rule })).toHaveCount(0)
  await expect(rule).toBeVisible()
})

test('A3: canceling a passkey returns to the choice, and the user can sign up with an authenticator app', async ({
  page,
}) => {
  await addDevice(page, false)
  await open(page, 'stopped')
  await choosePassword(page)
  await page.getByRole('button', { name: setUp.createPasskey }).click()
  await expect(page.getByText(setUp.passkeyStopped)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: setUp.useApp }).click()
  await expect(page.getByAltText(factor.qrCode)).toBeVisible()
  await page.getByRole('button', { name: setUp.usePasskey }).click()
  await expect(page.getByRole('button', { name: setUp.createPasskey })).toBeVisible()
})

test('A3: a browser without passkeys shows nothing about them', async ({ page }) => {
  await page.addInitScript('delete window.PublicKeyCredential')
  await open(page, 'none')
  await choosePassword(page)
  await expect(page.getByAltText(factor.qrCode)).toBeVisible()
  await expect(page.getByRole('button', { name: setUp.usePasskey })).toHaveCount(0)
})

test('A3: a user invited to one platform arrives there', async ({ page }) => {
  await setLocale(page, 'en')
  const { people } = await server()
  const email = `only.${Date.now()}@quay.example`
  const { token } = await people.inviteUser({ email, platforms: ['business-hub'] })
  const link = `/sign-up/${token}?${new URLSearchParams({ user: email })}`
  await joinPortal(page, { link, locale: 'en', lands: new RegExp(`^${urls.hub}/`) })
})

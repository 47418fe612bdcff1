import { expect, type Page } from '@playwright/test'
import { messages as signUpMessages } from '../../features/account/sign-up/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/messages.ts'
import { passwordMessages } from '../../web/ui/password-messages.ts'
import { secondFactorMessages } from '../../web/ui/second-factor-messages.ts'
import { addDevice } from './devices.ts'
import { inviteIn, openLink, server } from './people.ts'
import { urls } from './place.ts'
import {
  Authenticator,
  goToAccount,
  isAccessible,
  joinPortal,
  passHumanCheck,
  password,
  setLocale,
  test,
} from './stage.ts'

const t = signUpMessages.en
const setUp = setUpMessages.en
const factor = secondFactorMessages.en

/** Opens the invitation of a guest. */
async function open(page: Page, name: string): Promise<void> {
  await setLocale(page, 'en')
  await openLink(page, await inviteIn('en', `${name}.${Date.now()}@quay.example`))
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('checkbox').first().check()
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.signUp }).click()
  await expect(page.getByRole('heading', { level: 1, name: setUp.title })).toBeVisible()
}

test('A3: the rules of a password are one line, which unfolds while it is typed', async ({
  page,
}) => {
  await open(page, 'rules')
  const short = page.getByText('12+ characters, Aa, 1, #')
  const rule = page.getByText(passwordMessages.en.ruleUppercase)
  await expect(short).toBeVisible()
  await expect(page.locator('.visually-hidden', { has: rule })).toHaveCount(1)
  await page.getByLabel(t.password, { exact: true }).fill('Calm')
  await expect(short).toHaveCount(0)
  await expect(page.locator('.visually-hidden', { has: rule })).toHaveCount(0)
  await expect(rule).toBeVisible()
})

test('A3: SC-06 a guest joins with a passkey as the first factor, and gets recovery codes', async ({
  page,
}) => {
  const { count: countPasskeys } = await addDevice(page)
  await open(page, 'passkey')
  await choosePassword(page)
  await page.getByRole('button', { name: setUp.createPasskey }).click()
  await expect(page.getByRole('heading', { level: 1, name: setUp.codesTitle })).toBeVisible()
  expect(await countPasskeys()).toBe(1)
  await expect(page.getByRole('list', { name: factor.codes }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: factor.saved }).click()
  await goToAccount(page, 'en')
})

test('A3: a passkey that is not made leaves the choice, and the authenticator app joins', async ({
  page,
}) => {
  await addDevice(page, false)
  await open(page, 'stopped')
  await choosePassword(page)
  await page.getByRole('button', { name: setUp.createPasskey }).click()
  await expect(page.getByText(setUp.passkeyStopped)).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: setUp.useApp }).click()
  await expect(page.getByAltText(factor.qrCode)).toBeVisible()
  await page.getByRole('button', { name: setUp.usePasskey }).click()
  await expect(page.getByRole('button', { name: setUp.createPasskey })).toBeVisible()
})

test('A3: where the browser knows no passkeys, nothing speaks of them', async ({ page }) => {
  await page.addInitScript('delete window.PublicKeyCredential')
  await open(page, 'none')
  await choosePassword(page)
  await expect(page.getByAltText(factor.qrCode)).toBeVisible()
  await expect(page.getByRole('button', { name: setUp.usePasskey })).toHaveCount(0)
})

test('A3: a guest of one platform ends there', async ({ page }) => {
  await setLocale(page, 'en')
  const { people } = await server()
  const email = `only.${Date.now()}@quay.example`
  const { token } = await people.inviteUser({ email, platforms: ['business-hub'] })
  const link = `/sign-up/${token}?${new URLSearchParams({ user: email })}`
  await joinPortal(page, { link, locale: 'en', lands: new RegExp(`^${urls.hub}/`) })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('A4: the app opens first, the QR code is folded, and the code is pasted', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'phone')
    await choosePassword(page)
    await page.getByRole('button', { name: setUp.useApp }).tap()
    const link = page.getByRole('link', { name: factor.openApp })
    await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\//)
    const picture = page.getByAltText(factor.qrCode)
    await expect(picture).toBeHidden()
    await page.getByText(factor.otherDevice).tap()
    await expect(picture).toBeVisible()
    await isAccessible(page)

    const field = page.getByLabel(setUp.otp)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await expect(field).toBeFocused()

    await page.evaluate(`navigator.clipboard.writeText('nothing of use')`)
    await page.getByRole('button', { name: factor.paste }).tap()
    await expect(page.getByText(factor.nothingToPaste)).toBeVisible()
    const key = (await page.locator('code').first().textContent()) ?? ''
    const code = await new Authenticator(key).code()
    await page.evaluate(`navigator.clipboard.writeText('${code.slice(0, 3)} ${code.slice(3)}')`)
    await page.getByRole('button', { name: factor.paste }).tap()
    await expect(page.getByRole('heading', { level: 1, name: setUp.codesTitle })).toBeVisible()
  })

  test('A4: a browser that refuses to read the clipboard is not asked twice', async ({ page }) => {
    await page.addInitScript(
      `navigator.clipboard.readText = () => Promise.reject(new Error('denied'))`,
    )
    await open(page, 'refused')
    await choosePassword(page)
    await page.getByRole('button', { name: setUp.useApp }).tap()
    const paste = page.getByRole('button', { name: factor.paste })
    await paste.tap()
    await expect(paste).toHaveCount(0)
    await expect(page.getByLabel(setUp.otp)).toBeFocused()
  })
})

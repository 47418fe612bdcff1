import { expect } from '@playwright/test'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice } from './devices.ts'
import { inviteIn, openLink } from './people.ts'
import {
  Authenticator,
  goToAccount,
  expectAccessible,
  passHumanCheck,
  setLocale,
  test,
  visitExpecting,
} from './stage.ts'
import { open, choosePassword } from './joining.ts'

const signUp = signUpMessages.en

const setUp = setUpMessages.en

const factor = secondFactorMessages.en

test('3W4: 3W11: 3K24: A3: SC-06 an invited user types the address that the link does not prove, joins with a passkey, and finds the invitation used', async ({
  page,
}) => {
  const { count: countPasskeys } = await addDevice(page)
  const email = `passkey.${Date.now()}@quay.example`
  await setLocale(page, 'en')
  const link = await inviteIn('en', email)
  await openLink(page, `${link.split('?')[0]}?user=boss%40evil.example`)
  const address = page.getByLabel(signUp.email, { exact: true })
  await expect(address).toHaveValue('')
  await expect(address).toBeEditable()
  await expect(address).toHaveAccessibleDescription(
    signUp.emailHintMasked({ email: 'p•••@quay.example' }),
  )
  await address.fill(email)
  await passHumanCheck(page)
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await expect(box).toHaveCSS('appearance', 'auto')
  await choosePassword(page)
  await page.getByRole('button', { name: setUp.createPasskey }).click()
  await expect(page.getByRole('heading', { level: 1, name: setUp.codesTitle })).toBeVisible()
  expect(await countPasskeys()).toBe(1)
  await expect(page.getByRole('list', { name: factor.codes }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: factor.saved }).click()
  await goToAccount(page, 'en')
  await visitExpecting(page, link, 400)
  await expect(page.getByRole('heading', { level: 1, name: signUp.usedTitle })).toBeVisible()
  await expect(page.getByRole('link', { name: signUp.logIn })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('A4: the link to the app comes first, the QR code is collapsed, and the code is pasted', async ({
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
    await expectAccessible(page)

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

  test('A4: a browser that denies reading the clipboard is not asked again', async ({ page }) => {
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

import { expect } from '@playwright/test'
import {
  joinedMessages,
  messages as signUpMessages,
} from '../../features/account/sign-up/texts/messages.ts'
import { messages as setUpMessages } from '../../features/account/two-factor/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { inviteIn } from './people.ts'
import { press, expectErrorSummary, expectFieldError, expectStep, typeInto } from './keyboard.ts'
import {
  allowStatus,
  atHome,
  Authenticator,
  expectAccessible,
  passHumanCheck,
  password,
  setLocale,
  test,
} from './stage.ts'

const t = signUpMessages.en
const shared = fieldMessages.en
const setUp = setUpMessages.en
const factor = secondFactorMessages.en

test('SC-02 SC-06 ER-08 VA-06 by keyboard alone an invited user joins: password, terms, human check, authenticator, recovery codes', async ({
  page,
}) => {
  allowStatus(page, 401)
  const email = `keys.${Date.now()}@quay.example`
  await setLocale(page, 'en')
  await page.goto(await inviteIn('en', email))
  const welcome = t.welcomeName({ name: 'Grace' })
  await expect(page.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
  await expect(page.getByText('Harbour Trading invited you to')).toHaveText(
    'Harbour Trading invited you to Business hub and Onboarding dashboard.',
  )
  await expect(page.locator('[aria-current=step]')).toHaveText('1 Password')
  const first = page.getByLabel(t.password, { exact: true })
  const second = page.getByLabel(t.confirmPassword, { exact: true })
  const join = page.getByRole('button', { name: t.signUp })

  await press(page, join)
  const summary = await expectErrorSummary(page, shared.required)
  await expect(summary).toContainText(shared.termsNotAccepted)
  await expectAccessible(page)
  await press(page, summary.getByRole('link').first())
  await expect(first).toBeFocused()
  await page.keyboard.type(`!${password}`)
  await typeInto(page, second, `!${password}`)
  await press(page, page.getByRole('checkbox').first(), 'Space')
  await passHumanCheck(page)
  await press(page, join, 'Space')
  await expectFieldError(first, shared.startsWithSpecial)
  await expectAccessible(page)
  await typeInto(page, first, password)
  await typeInto(page, second, 'Quiet-Lagoon-2')
  await page.keyboard.press('Enter')
  await expectFieldError(second, shared.passwordsDiffer)
  await typeInto(page, second, password)
  await page.keyboard.press('Enter')

  await expectStep(page, setUp.title)
  await expect(page.locator('[aria-current=step]')).toHaveText('2 Authenticator or passkey')
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: setUp.useApp }))
  await expectStep(page, setUp.title)
  const code = page.getByLabel(setUp.otp)
  await typeInto(page, code, '000000')
  await expectFieldError(code, shared.wrongCode)
  await expectAccessible(page)
  const authenticator = new Authenticator((await page.locator('code').first().textContent()) ?? '')
  await page.keyboard.type(await authenticator.code())

  await expectStep(page, setUp.codesTitle)
  await expect(page.locator('[aria-current=step]')).toHaveText('3 Recovery codes')
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: factor.download }))
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt')
  await press(page, page.getByRole('button', { name: factor.saved }))
  await expectStep(page, joinedMessages.en.title)
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: joinedMessages.en.toAccount }))
  await atHome(page)
})

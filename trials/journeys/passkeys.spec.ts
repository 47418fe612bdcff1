import { expect } from '@playwright/test'
import { errorCodes } from '#contract/refusal.ts'
import { backdate, deleteRows } from '../../test/e2e/rows.ts'
import { messages, panelMessages } from '../../features/account/passkeys/texts/messages.ts'
import { recoveryCodesMessages } from '../../features/account/two-factor/texts/messages.ts'
import { stepUpMessages, secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice, removePasskeySupport } from '../../test/e2e/devices.ts'
import { enterIn } from '../../test/e2e/people.ts'
import { allowStatus, expectAccessible, password, test } from '../../test/e2e/stage.ts'

const t = messages.en

test('409005 a user cannot remove a passkey that is the only second factor', async ({ page }) => {
  allowStatus(page, 409)
  await addDevice(page)
  const { id } = await enterIn(page, 'en', '/main/security#passkeys')
  const panel = page.getByRole('region', { name: panelMessages.en.title })
  await panel.getByRole('button', { name: t.add }).click()
  await panel.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  await deleteRows('second_factors', { userId: id })
  await panel.getByRole('button', { name: t.remove }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t.remove }).click()
  await expect(dialog.getByText(t.lastWayIn)).toBeVisible()
})

test('a user without a passkey confirms with a code, and a browser without passkeys shows nothing about them', async ({
  page,
}) => {
  allowStatus(page, 403)
  await removePasskeySupport(page)
  const { authenticator, id } = await enterIn(page, 'en', '/main/security#recovery-codes')
  await expect(page.getByRole('region', { name: panelMessages.en.title })).toHaveCount(0)
  await backdate('sessions', { userId: id }, { verifiedAt: '6 minutes' })
  const codes = page.getByRole('region', { name: recoveryCodesMessages.en.title })
  await codes.getByRole('button', { name: recoveryCodesMessages.en.makeFirst }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  const stepUp = page.getByRole('dialog', { name: stepUpMessages.en.title })
  await stepUp.getByLabel(stepUpMessages.en.otp).fill('000000')
  await expect(stepUp.getByText(stepUpMessages.en.stepUpFailed).first()).toBeVisible()
  await stepUp.getByLabel(stepUpMessages.en.otp).fill(await authenticator.code())
  await expect(codes.getByRole('list', { name: secondFactorMessages.en.codes })).toBeVisible()
})

test('PSD2: a step-up with two factors has one form for password and code, and one error for both', async ({
  page,
}) => {
  allowStatus(page, 403)
  const { authenticator } = await enterIn(page, 'en', '/main/security#recovery-codes')
  // The journeys' server runs without a profile, so only the first response simulates PSD2.
  await page.route('**/api/users/recovery-codes', (route) => route.fulfill(bothFactorsRequired), {
    times: 1,
  })
  const codes = page.getByRole('region', { name: recoveryCodesMessages.en.title })
  await codes.getByRole('button', { name: recoveryCodesMessages.en.makeFirst }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  const words = stepUpMessages.en
  const stepUp = page.getByRole('dialog', { name: words.title })
  await expect(stepUp.getByText(words.bothText)).toBeVisible()
  await expectAccessible(page)
  for (const [secret, otp] of [
    ['Wrong-Harbour-1', await authenticator.code()],
    [password, '000000'],
  ] as const) {
    await stepUp.locator('[name=password]').fill(secret)
    // The sixth digit submits the form.
    const answered = page.waitForResponse('**/api/users/step-up')
    await stepUp.getByLabel(words.otp).fill(otp)
    expect((await answered).status()).toBe(403)
    await expect(stepUp.getByText(words.bothFailed).first()).toBeVisible()
  }
  await stepUp.locator('[name=password]').fill(password)
  await stepUp.getByLabel(words.otp).fill(await authenticator.code())
  await expect(codes.getByRole('list', { name: secondFactorMessages.en.codes })).toBeVisible()
})

const bothFactorsRequired = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    errorCode: errorCodes.stepUpRequired,
    proofs: ['password-otp'],
    errors: [{ code: errorCodes.stepUpRequired }],
  }),
}

import { expect } from '@playwright/test'
import { errorCodes } from '#contract/refusal.ts'
import { backdate, deleteRows } from '../../test/e2e/rows.ts'
import { messages } from '../../features/account/passkeys/messages.ts'
import { panelMessages } from '../../features/account/passkeys/panel-messages.ts'
import { recoveryCodesMessages } from '../../features/account/two-factor/messages.ts'
import { stepUpMessages } from '../../web/ui/step-up-messages.ts'
import { secondFactorMessages } from '../../web/ui/second-factor-messages.ts'
import { addDevice, knowNoPasskeys } from '../../test/e2e/devices.ts'
import { enterIn } from '../../test/e2e/people.ts'
import { allow, isAccessible, password, test } from '../../test/e2e/stage.ts'

const t = messages.en

test('409005 a user whose only second factor is a passkey cannot remove it', async ({ page }) => {
  allow(page, 409)
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

test('a code confirms a user without a passkey, and a browser that knows none shows nothing of them', async ({
  page,
}) => {
  allow(page, 403)
  await knowNoPasskeys(page)
  const { authenticator, id } = await enterIn(page, 'en', '/main/security#recovery-codes')
  await expect(page.getByRole('region', { name: panelMessages.en.title })).toHaveCount(0)
  await backdate('sessions', { userId: id }, { verifiedAt: '6 minutes' })
  const codes = page.getByRole('region', { name: recoveryCodesMessages.en.title })
  await codes.getByRole('button', { name: recoveryCodesMessages.en.makeFirst }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  const asked = page.getByRole('dialog', { name: stepUpMessages.en.title })
  await asked.getByLabel(stepUpMessages.en.otp).fill('000000')
  await expect(asked.getByText(stepUpMessages.en.stepUpFailed).first()).toBeVisible()
  await asked.getByLabel(stepUpMessages.en.otp).fill(await authenticator.code())
  await expect(codes.getByRole('list', { name: secondFactorMessages.en.codes })).toBeVisible()
})

test('PSD2: where a step-up takes two kinds, one form has the password and the code, and one refusal', async ({
  page,
}) => {
  allow(page, 403)
  const { authenticator } = await enterIn(page, 'en', '/main/security#recovery-codes')
  // The server of the journeys runs without a profile: only its first answer is one of PSD2.
  await page.route('**/api/users/recovery-codes', (route) => route.fulfill(askedForBoth), {
    times: 1,
  })
  const codes = page.getByRole('region', { name: recoveryCodesMessages.en.title })
  await codes.getByRole('button', { name: recoveryCodesMessages.en.makeFirst }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  const words = stepUpMessages.en
  const asked = page.getByRole('dialog', { name: words.title })
  await expect(asked.getByText(words.bothText)).toBeVisible()
  await isAccessible(page)
  for (const [secret, otp] of [
    ['Wrong-Harbour-1', await authenticator.code()],
    [password, '000000'],
  ] as const) {
    await asked.locator('[name=password]').fill(secret)
    // The sixth digit sends the form.
    const answered = page.waitForResponse('**/api/users/step-up')
    await asked.getByLabel(words.otp).fill(otp)
    expect((await answered).status()).toBe(403)
    await expect(asked.getByText(words.bothFailed).first()).toBeVisible()
  }
  await asked.locator('[name=password]').fill(password)
  await asked.getByLabel(words.otp).fill(await authenticator.code())
  await expect(codes.getByRole('list', { name: secondFactorMessages.en.codes })).toBeVisible()
})

const askedForBoth = {
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

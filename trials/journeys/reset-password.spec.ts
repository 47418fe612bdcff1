import { expect } from '@playwright/test'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson, linkFor, server } from '../../test/e2e/people.ts'
import { chooseSuggested, send } from '../../test/e2e/reset.ts'
import {
  expectAccessible,
  passHumanCheck,
  password,
  sendByEnter,
  test,
} from '../../test/e2e/stage.ts'

test('SC-03 a user can request another mail after a minute, or enter another address', async ({
  page,
}) => {
  const t = resetMessages.en
  const email = `nobody.${Date.now()}@quay.example`
  await page.clock.install()
  await page.goto('/forgot-password')
  await send(page, 'en', email)
  await expect(page.getByText(/You can request another email in \d+ s/)).toBeVisible()
  await page.clock.fastForward(61_000)
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.resend }).click()
  await expect(page.getByText(t.resent)).toBeVisible()
  await page.getByRole('button', { name: t.otherAddress }).click()
  await expect(page.getByLabel(t.email)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: t.sentTitle })).toBeVisible()
})

test('a reset shows a recently added passkey, and links to it after the login', async ({
  page,
}) => {
  const [t, login] = [resetMessages.en, loginMessages.en]
  const person = await addPerson()
  await server()
  const { givePasskey } = await import('#test/passkeys.ts')
  await givePasskey({ ...person, password, secret: '' })
  await page.goto(await linkFor(person, 'reset-password'))
  const newPassword = await chooseSuggested(page, 'en')
  const notice = page.getByRole('status').filter({ hasText: t.recentPasskeys })
  await expect(notice.getByRole('listitem')).toHaveText(/^Laptop · \d/)
  await expectAccessible(page, 'en')

  await page.getByRole('link', { name: t.checkPasskeys }).click()
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(newPassword)
  await sendByEnter(page)
  await page.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(/\/main\/security#passkeys$/)
})

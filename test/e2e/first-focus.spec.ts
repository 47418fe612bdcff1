import { expect, type Page } from '@playwright/test'
import { resetMessages } from '../../features/account/password/messages.ts'
import { messages as recoveryMessages } from '../../features/account/recovery/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/messages.ts'
import { addPerson, inviteIn, linkFor, openLink } from './people.ts'
import { isAccessible, setLocale, test } from './stage.ts'

const password = resetMessages.en.password

const wide = { width: 1280, height: 800 }

test.beforeEach(({ page }) => setLocale(page, 'en'))

test('on a wide screen joining, a new password and a reset can be typed at once', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  const guest = `first.${Date.now()}@quay.example`
  await openLink(page, await inviteIn('en', guest))
  await expect(field(page, signUpMessages.en.password)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await isAccessible(page)
  const person = await addPerson()
  await openLink(page, await linkFor(person, 'reset-password'))
  await expect(field(page, password)).toBeFocused()
  await openLink(page, await linkFor(person, 'reset-mfa'))
  await expect(field(page, recoveryMessages.en.currentCode)).toBeFocused()
  await page.getByRole('button', { name: recoveryMessages.en.useRecoveryCode }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true })
}

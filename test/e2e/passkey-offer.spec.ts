import { expect, type Page } from '@playwright/test'
import {
  messages as passkeyMessages,
  offerMessages,
} from '../../features/account/passkeys/texts/messages.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice } from './devices.ts'
import { addPerson } from './people.ts'
import { atHome, expectAccessible, test } from './stage.ts'
import { enterPassword, logOut } from './passkey-offer.ts'

const t = messages.en
const offer = offerMessages.en
const passkeys = passkeyMessages.en

test('a user is offered a passkey after a login with a password, adds one, and logs in with it', async ({
  page,
}) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await addDevice(page)
  await enterPassword(page, person.email)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await expect(heading(page, offer.title)).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: passkeys.add }).click()
  await expect(heading(page, passkeys.codesTitle)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  await atHome(page)

  await logOut(page)
  await page.goto('/login')
  await atHome(page)
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

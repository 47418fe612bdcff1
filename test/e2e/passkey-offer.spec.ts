import { expect, type Page } from '@playwright/test'
import { sessionMessages as sessionEndedMessages } from '../../app/web/texts/messages.ts'
import {
  messages as passkeyMessages,
  offerMessages,
} from '../../features/account/passkeys/texts/messages.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice, givePasskey, suggestNone } from './devices.ts'
import { addPerson, enterAs } from './people.ts'
import { allowStatus, atHome, expectAccessible, test } from './stage.ts'
import { loseSession, enterPassword, logOut } from './passkey-offer.ts'

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

test('SC-01 a user with an ended session logs in again in place with the passkey button', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  await enterAs(page, person)
  await loseSession(page, person)
  await ended(page).getByRole('button', { name: t.usePasskey }).click()
  await expect(ended(page)).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

function ended(page: Page) {
  return page.getByRole('dialog', { name: sessionEndedMessages.en.endedTitle })
}

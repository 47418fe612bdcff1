import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { deleteRows, updateRows } from '../../test/e2e/rows.ts'
import { sessionMessages as sessionEndedMessages } from '../../app/web/texts/messages.ts'
import {
  messages as passkeyMessages,
  offerMessages,
  panelMessages,
} from '../../features/account/passkeys/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { logMeOutMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import {
  addDevice,
  givePasskey,
  removePasskeySupport,
  suggestNone,
} from '../../test/e2e/devices.ts'
import { addPerson, enterAs, recoveryCodesOf, type Person } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, atHome, linkIn, mailTo, password, test } from '../../test/e2e/stage.ts'
import { loseSession, enterPassword, logOut } from '../../test/e2e/passkey-offer.ts'

const t = messages.en
const offer = offerMessages.en
const passkeys = passkeyMessages.en

test('a user who declines a passkey continues to the platform in one click, and is asked again after 30 days', async ({
  page,
}) => {
  const person = await addPerson()
  const codes = await recoveryCodesOf(person)
  await page.goto('/terms-conditions')
  await addDevice(page)
  await enterPassword(page, person.email, `?redirect_url=${encodeURIComponent(`${urls.hub}/`)}`)
  await enterRecoveryCode(page, codes[0])
  await expect(heading(page, offer.title)).toBeVisible()
  await page.getByRole('button', { name: offer.notNow }).click()
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}`))

  await page.goto('/terms-conditions')
  await logOut(page)
  await enterPassword(page, person.email)
  await enterRecoveryCode(page, codes[1])
  await atHome(page)

  await logOut(page)
  await updateRows('users', { id: person.id }, { passkeyAskedAt: ago('30 days 1 minute') })
  await enterPassword(page, person.email)
  await enterRecoveryCode(page, codes[2])
  await expect(heading(page, offer.title)).toBeVisible()
  await page.reload()
  await atHome(page)
})

test('a device without passkeys gets no offer', async ({ page }) => {
  const person = await addPerson()
  await enterPassword(page, person.email)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await atHome(page)
})

test('a browser without WebAuthn shows nothing about passkeys', async ({ page }) => {
  allowStatus(page, 401)
  await removePasskeySupport(page)
  const person = await addPerson()
  await enterPassword(page, person.email)
  await wait(page)
  await expect(page.getByRole('button', { name: t.usePasskey })).toHaveCount(0)
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await atHome(page)
  await page.goto('/main/security')
  await expect(page.getByRole('region', { name: panelMessages.en.title })).toHaveCount(0)
  await page.goto('/main/profile')
  await loseSession(page, person)
  await expect(ended(page).getByLabel(t.password, { exact: true })).toBeVisible()
  await expect(ended(page).getByRole('button', { name: t.usePasskey })).toHaveCount(0)
  await logOut(page)
  await page.goto('/login')
  await wait(page)
  await expect(page.getByRole('button', { name: t.usePasskey })).toHaveCount(0)
})

test('a user logs in on a second device with its passkey', async ({ page }) => {
  allowStatus(page, 403)
  const person = await addPerson()
  await recoveryCodesOf(person)
  await page.goto('/terms-conditions')
  const phone = await addDevice(page)
  await enterAs(page, person, '/main/security#passkeys')
  const panel = page.getByRole('region', { name: panelMessages.en.title })
  await panel.getByRole('button', { name: passkeys.add }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await phone.remove()
  await addDevice(page)
  await panel.getByRole('button', { name: passkeys.add }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await logOut(page)
  await page.goto('/login')
  await atHome(page)
})

test('401204 “This wasn’t me” in the mail about a passkey logs out everywhere and disables it', async ({
  page,
  browser,
}) => {
  allowStatus(page, 401)
  const person = await addPerson()
  await recoveryCodesOf(person)
  await suggestNone(page)
  await page.goto('/terms-conditions')
  await addDevice(page)
  await enterAs(page, person, '/main/security#passkeys')
  const panel = page.getByRole('region', { name: panelMessages.en.title })
  await panel.getByRole('button', { name: passkeys.add }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)

  const owner = await browser.newPage()
  await owner.goto(linkIn(await mailTo(person.email, /passkey was added/)))
  const change = { change: 'passkey' } as const
  await expect(owner.getByText(logMeOutMessages.en.undoes(change))).toBeVisible()
  await owner.getByRole('button', { name: logMeOutMessages.en.logOut }).click()
  await expect(heading(owner, logMeOutMessages.en.doneTitle)).toBeVisible()
  await expect(owner.getByText(logMeOutMessages.en.undone(change))).toBeVisible()
  await owner.context().close()

  await page.goto('/main/home')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page.getByRole('alert').getByText(t.wrongPasskey)).toBeVisible()
})

test('SC-01 a user whose session has expired logs in again in place with the passkey that the browser suggests', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await givePasskey(page, person)
  await enterAs(page, person)
  const loginRequest = page.waitForRequest(/\/users\/login\/passkey$/)
  await loseSession(page, person)
  await loginRequest
  await expect(ended(page)).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
})

test('SC-01 a user with only passkeys logs in again in place with the password and a passkey', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await enterWithPasskey(page)
  await deleteRows('second_factors', { userId: person.id })
  await loseSession(page, person)
  const dialog = ended(page)
  await dialog.getByLabel(t.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t.logIn, exact: true }).click()
  const verify = await dialog.getByRole('button', { name: t.verify }).boundingBox()
  const other = await dialog.getByRole('button', { name: t.useRecoveryCode }).boundingBox()
  expect(other?.y).toBeGreaterThan((verify?.y ?? 0) + (verify?.height ?? 0) + 8)
  await dialog.getByRole('button', { name: t.usePasskey }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
})

/** Opens the portal as a new user with a passkey that the browser does not suggest by itself. */
async function enterWithPasskey(page: Page): Promise<Person> {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  await enterAs(page, person)
  return person
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

function ended(page: Page) {
  return page.getByRole('dialog', { name: sessionEndedMessages.en.endedTitle })
}

async function enterRecoveryCode(page: Page, code = ''): Promise<void> {
  await page.getByRole('button', { name: t.otherWays }).click()
  await page.getByRole('button', { name: t.useRecoveryCode }).click()
  await page.getByLabel(t.recoveryCode, { exact: true }).fill(code)
  await page.getByRole('button', { name: t.verify }).click()
}

/** Waits longer than the second after which the login page offers passkeys. */
async function wait(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))')
}

test('SC-01 a user with an ended session logs in again in place with the passkey button', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await enterWithPasskey(page)
  await loseSession(page, person)
  await ended(page).getByRole('button', { name: t.usePasskey }).click()
  await expect(ended(page)).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
})

import { generateKeyPairSync } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/messages.ts'
import { addPerson, server, type Person } from './people.ts'
import { urls } from './place.ts'
import { password, test } from './stage.ts'

const t = messages.en

/** Gives the person a passkey, which the browser's virtual authenticator holds. */
async function givePasskey(page: Page, person: Person): Promise<void> {
  const { db } = await server()
  const { addPasskey } = await import('#domain/passkey.ts')
  const { userHandleOf } = await import('#domain/webauthn.ts')
  const { transaction } = await import('#server/db.ts')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = crypto.getRandomValues(Buffer.alloc(16))
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const rpId = new URL(urls.portal).hostname
  await transaction(db, (tx) =>
    addPasskey(tx, {
      userId: person.id,
      rpId,
      credentialId,
      publicKey: cose,
      signCount: 0,
      transports: ['internal'],
      backupEligible: false,
      backedUp: false,
      aaguid: '00000000-0000-0000-0000-000000000000',
      name: 'Laptop',
      addedWith: ['pwd', 'otp'],
    }),
  )
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: credentialId.toString('base64'),
      isResidentCredential: true,
      rpId,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(userHandleOf(person.id), 'base64url').toString('base64'),
      signCount: 1,
    },
  })
}

test('a user logs in by the passkey that the browser suggests in the email field', async ({
  page,
}) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await givePasskey(page, person)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/main\//)
})

test('a passkey is the second factor of a password', async ({ page }) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  )
  await givePasskey(page, person)
  await page.goto('/login')
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.secondTitle })).toBeVisible()
  const use = page.getByRole('button', { name: t.usePasskey })
  expect(await widthOf(use)).toBe(await widthOf(page.getByRole('button', { name: t.verify })))
  await use.click()
  await expect(page).toHaveURL(/\/main\//)
})

test('a user logs in by the button, without an email address', async ({ page }) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  )
  await givePasskey(page, person)
  await page.goto('/login')
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page).toHaveURL(/\/main\//)
})

async function widthOf(button: Locator): Promise<number | undefined> {
  return (await button.boundingBox())?.width
}

import { generateKeyPairSync } from 'node:crypto'
import type { Page } from '@playwright/test'
import { server, type Person } from './people.ts'
import { urls } from './place.ts'

/** Adds a virtual authenticator that creates and uses passkeys without prompts. User verification can be turned off. */
export async function addDevice(page: Page, isUserVerified = true) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  const remove = () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  const count = async () =>
    (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
  return { client, authenticatorId, remove, count }
}

/** Adds a device with a passkey of the person. */
export async function givePasskey(page: Page, person: Person): Promise<void> {
  const { db } = await server()
  const { addPasskey } = await import('#domain/passkeys/passkey.ts')
  const { userHandleOf } = await import('#domain/passkeys/webauthn.ts')
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
  const { client, authenticatorId } = await addDevice(page)
  await client.send('WebAuthn.addCredential', {
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

/** Turns off passkey suggestions in form fields. */
export async function suggestNone(page: Page): Promise<void> {
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  )
}

/** Simulates a browser without support for passkeys. */
export async function removePasskeySupport(page: Page): Promise<void> {
  await page.addInitScript('delete globalThis.PublicKeyCredential')
}

import type { Page } from '@playwright/test'

/** A phone or computer that makes and uses passkeys by itself; returns what removes it. */
export async function addDevice(page: Page): Promise<() => Promise<unknown>> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

/** The same, which may fail to verify its user; returns what counts its passkeys. */
export async function addCountedDevice(
  page: Page,
  isUserVerified = true,
): Promise<() => Promise<number>> {
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
  return async () =>
    (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}

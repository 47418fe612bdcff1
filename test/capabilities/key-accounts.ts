import { fail } from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import type { MachineScope } from '#contract/machine.ts'
import { addServiceAccount } from '../../features/admin/service-accounts/contract.ts'
import { unique } from './browser.ts'
import { place } from './place.ts'
import { admin, requestOf } from './staff.ts'

export type ServiceAccount = { id: string; privateKey: KeyObject }

/** Returns the time `days` days from now. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Requests a new service account; returns it with the id of the pending approval. */
export async function requestServiceAccount(scopes: MachineScope[]) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { crv, x } = await exportJWK(publicKey)
  const id = `svc-test-${unique()}`
  const jwks = { keys: [{ kty: 'OKP' as const, crv, x, kid: 'first', alg: 'EdDSA' }] }
  const facts = { name: id, scopes, jwks, jwksUri: null, expiresAt: daysFromNow(90) }
  const { approval } = await requestOf(
    admin.browser.call(addServiceAccount, { body: { id, ...facts, allowedFrom: [] } }),
  )
  return { id, privateKey, approvalId: approval.id }
}

/** Returns the private key as JSON Web Key, for the command. */
export async function keyOf({ privateKey }: ServiceAccount): Promise<object> {
  return { ...(await exportJWK(privateKey)), kid: 'first', alg: 'EdDSA' }
}

/** Requests an access token for a service account with a signed assertion (RFC 7523). */
export async function requestToken({ id, privateKey }: ServiceAccount, scope: string) {
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'first' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${place.url}/oidc`)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)
  return fetch(`${place.url}/oidc/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope,
    }),
  })
}

/** Returns the access token of a service account. Fails if there is none. */
export async function tokenOf(account: ServiceAccount, scope: string): Promise<string> {
  const answer = await requestToken(account, scope)
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  return token ?? fail(`no token: ${answer.status}`)
}

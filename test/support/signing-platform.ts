import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import * as client from 'openid-client'
import type { Registration } from '#domain/platforms/subsystem.ts'
import { issuer, platformFetch } from './platform-client.ts'
import { newPlatform, type AuthorizationResponse, type Platform } from './platform.ts'

/** Platforms that authenticate with `private_key_jwt`. */

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export type SigningKey = Awaited<ReturnType<typeof drawKey>>

export async function drawKey(alg: 'ES256' | 'EdDSA') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = randomUUID()
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { alg, kid, privateKey, publicJwk }
}

/** Adds a platform that is registered with the key, or with `jwksUri` if given. */
export function signingPlatform(
  { kid, privateKey, publicJwk }: SigningKey,
  options: Partial<Registration> = {},
): Promise<Platform> {
  return newPlatform({
    clientSecret: null,
    jwks: options.jwksUri ? null : { keys: [publicJwk] },
    auth: client.PrivateKeyJwt({ key: privateKey, kid }),
    ...options,
  })
}

export function assertionOf(
  platform: Platform,
  { alg, kid, privateKey }: SigningKey,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const required = { iss: platform.id, sub: platform.id, aud: issuer, exp: now + 60 }
  const signed = new SignJWT({ ...required, jti: randomUUID(), iat: now, ...claims })
  return signed.setProtectedHeader({ alg, kid }).sign(privateKey)
}

/** Sends a token request without a client library. */
export function exchangeSigned(
  hub: Platform,
  { back, verifier }: AuthorizationResponse,
  assertion: string,
): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: hub.callback,
    code_verifier: verifier,
    client_id: hub.id,
    client_assertion_type: bearer,
    client_assertion: assertion,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return platformFetch(`${issuer}/token`, { method: 'POST', headers, body, redirect: 'manual' })
}

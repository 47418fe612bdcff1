import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import * as client from 'openid-client'
import type { Registration } from '#domain/subsystem.ts'
import { issuer, platformFetch } from './platform-client.ts'
import { newPlatform, type AuthorizationResponse, type Platform } from './platform.ts'

/** A platform that signs what it asks (`private_key_jwt`). */

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export type SigningKey = Awaited<ReturnType<typeof drawKey>>

export async function drawKey(alg: 'ES256' | 'EdDSA') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = randomUUID()
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { alg, kid, privateKey, publicJwk }
}

/** Registered with the key itself, unless it is said where it stands. */
export function signingPlatform(
  { kid, privateKey, publicJwk }: SigningKey,
  about: Partial<Registration> = {},
): Promise<Platform> {
  return newPlatform({
    clientSecret: null,
    jwks: about.jwksUri ? null : { keys: [publicJwk] },
    auth: client.PrivateKeyJwt({ key: privateKey, kid }),
    ...about,
  })
}

export function assertionOf(
  platform: Platform,
  { alg, kid, privateKey }: SigningKey,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const about = { iss: platform.id, sub: platform.id, aud: issuer, exp: now + 60 }
  const signed = new SignJWT({ ...about, jti: randomUUID(), iat: now, ...claims })
  return signed.setProtectedHeader({ alg, kid }).sign(privateKey)
}

/** An exchange as a platform without a library would write it. */
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

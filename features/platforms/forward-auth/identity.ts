import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { claimsOfEvent, findEvent, requirementOf } from '#domain/assurance.ts'
import type { ForwardAuthAccess } from '#domain/forward-auth-access.ts'
import { getCurrentKey } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'

const lifetimeSeconds = 60

/** Signs the X-Portico-Identity token that the platform behind the proxy reads; valid for a minute. */
export async function signIdentity(platformId: string, access: ForwardAuthAccess): Promise<string> {
  const { kid, key } = await keyOf(access)
  const iat = Math.floor(Date.now() / 1000)
  const parties = { iss: config.publicUrl, aud: platformId }
  const claims = { ...claimsOf(access), ...parties, iat, exp: iat + lifetimeSeconds }
  const token = `${encode({ typ: 'entry+jwt', alg: 'EdDSA', kid })}.${encode(claims)}`
  // Not by jose: Ed25519 costs less than the way to its thread pool and back.
  return `${token}.${sign(null, Buffer.from(token), key).toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Of the one event that is enough for the platform. */
function claimsOfLogin({ requiredAcr, ...proofs }: ForwardAuthAccess) {
  const requirement = requirementOf({ requiredAcr, maxAgeMinutes: null })
  const event = findEvent(proofs, requirement)
  if (!event) throw new Error('an access whose login is not enough')
  const { authTime, ...claims } = claimsOfEvent(event, requirement)
  return { auth_time: authTime, ...claims }
}

/** The names are those of single sign-on's claims. */
function claimsOf(access: ForwardAuthAccess) {
  return {
    sub: access.userId,
    sid: access.sessionId,
    ...claimsOfLogin(access),
    email: access.email,
    email_verified: true,
    preferred_username: access.email,
    name: `${access.firstname} ${access.lastname}`.trim(),
    given_name: access.firstname,
    family_name: access.lastname,
    locale: access.preferredLanguage,
    zoneinfo: access.timezone,
    partner: access.partner,
    ...(access.roles && { roles: access.roles }),
  }
}

let known: { kid: string; key: KeyObject } | undefined

/** The key that signs now: read when the statement that found the access names another than the known one. */
async function keyOf({ kid }: ForwardAuthAccess): Promise<{ kid: string; key: KeyObject }> {
  if (known && known.kid === kid) return known
  const { privateJwk, ...current } = await getCurrentKey(db, 'forward-auth')
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  known = { kid: current.kid, key }
  return known
}

import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { nameOf } from '#contract/full-name.ts'
import { claimsOfEvent, findEvent, requirementOf } from '#domain/platforms/assurance.ts'
import type { ForwardAuthAccess } from '#domain/platforms/forward-auth-access.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { config } from '#server/config.ts'
import { databaseNow } from '#server/database-clock.ts'
import { db } from '#server/db.ts'

const lifetimeSeconds = 60

/** Signs the X-Portico-Identity token that the platform behind the proxy reads; valid for a minute. */
export async function signIdentity(platformId: string, access: ForwardAuthAccess): Promise<string> {
  const { kid, key } = await keyOf(access)
  const iat = Math.floor(databaseNow() / 1000)
  const parties = { iss: config.publicUrl, aud: platformId }
  const claims = { ...claimsOf(access), ...parties, iat, exp: iat + lifetimeSeconds }
  const token = `${encode({ typ: 'entry+jwt', alg: 'EdDSA', kid })}.${encode(claims)}`
  // Node signs instead of jose, because an Ed25519 signature costs less than a round trip to jose's thread pool.
  // Ed25519 takes no digest (null).
  return `${token}.${sign(null, Buffer.from(token), key).toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Returns the claims of the login event that meets the platform's requirement. Throws if no event does. */
function claimsOfLogin({ requiredAcr, ...proofs }: ForwardAuthAccess) {
  const requirement = requirementOf({ requiredAcr, maxAgeMinutes: null })
  const event = findEvent(proofs, requirement)
  if (!event) throw new Error('an access whose login is not enough')
  const { authTime, ...claims } = claimsOfEvent(event, requirement)
  return { auth_time: authTime, ...claims }
}

/** Returns the token's claims, with the names that single sign-on uses. */
function claimsOf(access: ForwardAuthAccess) {
  return {
    sub: access.userId,
    sid: access.sessionId,
    ...claimsOfLogin(access),
    email: access.email,
    email_verified: true,
    preferred_username: access.email,
    name: nameOf(access).trim(),
    given_name: access.firstname,
    family_name: access.lastname,
    locale: access.preferredLanguage,
    zoneinfo: access.timezone,
    partner: access.partner,
    ...(access.roles && { roles: access.roles }),
  }
}

let cachedKey: { kid: string; key: KeyObject } | undefined

/**
 * Returns the current signing key. Reads it again if the statement that found the access names a key other than the
 * cached one.
 */
async function keyOf({ kid }: ForwardAuthAccess): Promise<{ kid: string; key: KeyObject }> {
  if (cachedKey && cachedKey.kid === kid) return cachedKey
  const { privateJwk, ...current } = await getCurrentKey(db, 'forward-auth')
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  cachedKey = { kid: current.kid, key }
  return cachedKey
}

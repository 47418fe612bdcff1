import { importJWK, SignJWT, type JSONWebKeySet } from 'jose'
import type { ForwardAuthAccess } from '#domain/forward-auth-access.ts'
import { getCurrentKey, listActiveKeys } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'

const lifetime = '60s'
/** Less than a new key is published before it signs (`lead` in domain/signing-key.ts). */
const readEveryMs = 10_000

/** Signs the X-Portico-Identity token that the platform behind the proxy reads; valid for a minute. */
export async function signIdentity(platformId: string, access: ForwardAuthAccess): Promise<string> {
  const { kid, algorithm, key } = await currentSigner()
  return new SignJWT(claimsOf(access))
    .setProtectedHeader({ typ: 'entry+jwt', alg: algorithm, kid })
    .setIssuer(config.publicUrl)
    .setAudience(platformId)
    .setSubject(access.userId)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(key)
}

/** Lists the keys that verify identity tokens, as a JWK set. */
export async function getPublicJwks(): Promise<JSONWebKeySet> {
  const keys = await listActiveKeys(db, 'forward-auth')
  return { keys: keys.map(({ publicJwk }) => publicJwk) }
}

/** The names are those of single sign-on's claims. */
function claimsOf(access: ForwardAuthAccess) {
  return {
    sid: access.sessionId,
    auth_time: Math.floor(access.loginAt.getTime() / 1000),
    amr: access.methods,
    email: access.email,
    name: `${access.firstname} ${access.lastname}`.trim(),
    given_name: access.firstname,
    family_name: access.lastname,
    locale: access.preferredLanguage,
    zoneinfo: access.timezone,
    partner: access.partner,
  }
}

type Signer = { kid: string; algorithm: string; key: Awaited<ReturnType<typeof importJWK>> }

let known: Signer | undefined
let readAt = 0

async function currentSigner(): Promise<Signer> {
  if (known && Date.now() - readAt < readEveryMs) return known
  const { kid, algorithm, privateJwk } = await getCurrentKey(db, 'forward-auth')
  known = { kid, algorithm, key: await importJWK(privateJwk, algorithm) }
  readAt = Date.now()
  return known
}

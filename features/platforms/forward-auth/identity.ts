import { importJWK, SignJWT, type JSONWebKeySet } from 'jose'
import type { ForwardAuthAccess } from '#domain/forward-auth-access.ts'
import { getCurrentKey, listActiveKeys } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'

const lives = '60s'
/** A new key is published for longer than this before it signs (`lead` in domain/signing-key.ts). */
const readEveryMs = 10_000

/** What the platform behind the proxy reads: who this call comes from, for a minute. */
export async function identityOf(platformId: string, entry: ForwardAuthAccess): Promise<string> {
  const { kid, algorithm, key } = await signingKey()
  return new SignJWT(claimsOf(entry))
    .setProtectedHeader({ typ: 'entry+jwt', alg: algorithm, kid })
    .setIssuer(config.publicUrl)
    .setAudience(platformId)
    .setSubject(entry.userId)
    .setIssuedAt()
    .setExpirationTime(lives)
    .sign(key)
}

/** The keys by which a platform checks that. */
export async function publicKeys(): Promise<JSONWebKeySet> {
  const keys = await listActiveKeys(db, 'forward-auth')
  return { keys: keys.map(({ publicJwk }) => publicJwk) }
}

/** Named as in the claims of single sign-on. */
function claimsOf(entry: ForwardAuthAccess) {
  return {
    sid: entry.sessionId,
    auth_time: Math.floor(entry.loginAt.getTime() / 1000),
    amr: entry.methods,
    email: entry.email,
    name: `${entry.firstname} ${entry.lastname}`.trim(),
    given_name: entry.firstname,
    family_name: entry.lastname,
    locale: entry.preferredLanguage,
    zoneinfo: entry.timezone,
    partner: entry.partner,
  }
}

type Signing = { kid: string; algorithm: string; key: Awaited<ReturnType<typeof importJWK>> }

let known: Signing | undefined
let readAt = 0

async function signingKey(): Promise<Signing> {
  if (known && Date.now() - readAt < readEveryMs) return known
  const { kid, algorithm, privateJwk } = await getCurrentKey(db, 'forward-auth')
  known = { kid, algorithm, key: await importJWK(privateJwk, algorithm) }
  readAt = Date.now()
  return known
}

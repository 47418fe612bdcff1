import type { ForwardAuthAccess } from '#domain/forward-auth-access.ts'
import { getCurrentKey, signJwt, type SigningKey } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'

/** Less than a new key is published before it signs (`lead` in domain/signing-key.ts). */
const readEveryMs = 10_000

/** Signs the X-Portico-Identity token that the platform behind the proxy reads; valid for a minute. */
export async function signIdentity(platformId: string, access: ForwardAuthAccess): Promise<string> {
  const parties = { issuer: config.publicUrl, audience: platformId }
  const header = { typ: 'entry+jwt', ...parties, lifetime: '60s' }
  return signJwt(await currentKey(), header, claimsOf(access))
}

/** The names are those of single sign-on's claims. */
function claimsOf(access: ForwardAuthAccess) {
  return {
    sub: access.userId,
    sid: access.sessionId,
    auth_time: Math.floor(access.loginAt.getTime() / 1000),
    amr: access.methods,
    email: access.email,
    email_verified: true,
    preferred_username: access.email,
    name: `${access.firstname} ${access.lastname}`.trim(),
    given_name: access.firstname,
    family_name: access.lastname,
    locale: access.preferredLanguage,
    zoneinfo: access.timezone,
    partner: access.partner,
  }
}

let known: SigningKey | undefined
let readAt = 0

async function currentKey(): Promise<SigningKey> {
  if (known && Date.now() - readAt < readEveryMs) return known
  known = await getCurrentKey(db, 'forward-auth')
  readAt = Date.now()
  return known
}

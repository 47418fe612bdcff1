import * as z from 'zod/mini'
import { createRemoteJWKSet, errors, importJWK, jwtVerify, SignJWT } from 'jose'
import { email } from '#contract/fields.ts'
import { locales } from '#contract/locale.ts'
import { getCurrentKey } from '#domain/signing-key.ts'
import type { Db } from '#server/db.ts'
import { keysPath } from './contract.ts'

/** Explicit, so that nothing else that a portal signs is ever taken for it (RFC 8725 §3.11). */
const typ = 'sandbox+jwt'
const lifetimeSeconds = 60
/** Two machines' clocks differ a little. */
const toleranceSeconds = 5

const person = z.object({
  sub: z.uuid(),
  jti: z.uuid(),
  email,
  given_name: z.string(),
  family_name: z.string(),
  locale: z.enum(locales),
  /** The company's name. */
  partner: z.nullable(z.string()),
  subsystems: z.array(z.string()),
  /** By what she has proven herself at the portal (RFC 8176). */
  amr: z.array(z.enum(['pwd', 'otp', 'recovery'])),
})

/** What a portal tells its sandbox about somebody. */
export type SandboxClaims = z.output<typeof person>

type Ends = { issuer: string; audience: string }

/** Good for a minute, at one sandbox only. */
export async function signToken(db: Db, { issuer, audience }: Ends, about: SandboxClaims) {
  const { kid, algorithm, privateJwk } = await getCurrentKey(db, 'sandbox')
  return new SignJWT(about)
    .setProtectedHeader({ typ, alg: algorithm, kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(await importJWK(privateJwk, algorithm))
}

export type VerifyToken = (token: string) => Promise<SandboxClaims | 'invalid' | 'unknown'>

/** Reads tokens by the keys that the issuer publishes; `unknown` while those cannot be had. */
export function createTokenVerifier({ issuer, audience }: Ends): VerifyToken {
  const keys = createRemoteJWKSet(new URL(keysPath, issuer))
  const rules = {
    issuer,
    audience,
    typ,
    algorithms: ['EdDSA'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: toleranceSeconds,
    requiredClaims: ['exp', 'jti'],
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, rules)
      const parsed = person.safeParse(payload)
      return parsed.success ? parsed.data : 'invalid'
    } catch (error) {
      return isItsFault(error) ? 'invalid' : 'unknown'
    }
  }
}

/** Everything but a portal that cannot be reached, or answers with something else than keys. */
function isItsFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return ![errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code].includes(
    error.code,
  )
}

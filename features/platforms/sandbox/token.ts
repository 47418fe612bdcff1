import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { email, uuid } from '#contract/fields.ts'
import { locales } from '#contract/locale.ts'
import { Refusal, commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { getMe } from '#domain/accounts/me.ts'
import { findMethods } from '#domain/sessions/session.ts'
import { getCurrentKey, signJwt } from '#domain/keys/signing-key.ts'
import type { UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { createSandboxToken, keysPath } from './contract.ts'

/** Explicit JWT type, so that no other token of a portal is accepted as a sandbox token (RFC 8725 §3.11). */
const typ = 'sandbox+jwt'
const lifetimeSeconds = 60
const clockToleranceSeconds = 5

const claims = z.object({
  sub: uuid,
  jti: uuid,
  email,
  given_name: z.string(),
  family_name: z.string(),
  locale: z.enum(locales),
  /** The company's name. */
  partner: z.nullable(z.string()),
  subsystems: z.array(z.string()),
  /** Methods of the login at the portal: names of RFC 8176, and `recovery` for a recovery code. */
  amr: z.array(z.enum(['pwd', 'otp', 'recovery', 'hwk', 'swk', 'user'])),
})

export type SandboxClaims = z.output<typeof claims>

/**
 * Runs in the portal: creates a token, and returns the token and the URL of the sandbox's login. Requires a login with
 * a second factor, because the sandbox does not ask for a second factor.
 */
export async function createToken(caller: UserCaller) {
  const { publicUrl, sandboxSsoUrl, sandboxBusinessHubUrl } = config
  if (!sandboxSsoUrl) throw new Refusal(commonErrors.notFound)
  const amr = (await findMethods(db, caller.sessionId)) as SandboxClaims['amr']
  if (!amr.some((method) => method !== 'pwd'))
    throw new Refusal(createSandboxToken.refusals.forbidden)
  const payload = { ...(await claimsOf(caller)), amr }
  const key = await getCurrentKey(db, 'sandbox')
  const parties = { issuer: publicUrl, audience: sandboxSsoUrl }
  const token = await signJwt(key, { typ, ...parties, lifetime: `${lifetimeSeconds}s` }, payload)
  await recordAudit(db, caller, 'sandbox_token_created', { data: { tokenId: payload.jti } })
  const url = new URL('/login', sandboxSsoUrl)
  if (sandboxBusinessHubUrl) url.searchParams.set('redirect_url', `${sandboxBusinessHubUrl}/`)
  return { token, url: url.href }
}

async function claimsOf(caller: UserCaller): Promise<Omit<SandboxClaims, 'amr'>> {
  const me = await getMe(db, caller)
  return {
    sub: me.id,
    jti: randomUUID(),
    email: me.email,
    given_name: me.firstname,
    family_name: me.lastname,
    locale: me.preferredLanguage,
    partner: me.partner?.name ?? null,
    subsystems: me.subsystems.filter(({ state }) => state === 'active').map(({ id }) => id),
  }
}

/**
 * Runs in the sandbox: returns a function that verifies tokens with the keys that the portal publishes. The function
 * returns `unknown` while the keys cannot be fetched.
 */
export function createTokenVerifier(issuer: string) {
  const keys = createRemoteJWKSet(new URL(keysPath, issuer))
  const options = {
    issuer,
    audience: config.publicUrl,
    typ,
    algorithms: ['EdDSA'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'jti'],
  }
  return async (token: string): Promise<SandboxClaims | 'invalid' | 'unknown'> => {
    try {
      const { payload } = await jwtVerify(token, keys, options)
      const result = claims.safeParse(payload)
      return result.success ? result.data : 'invalid'
    } catch (error) {
      return isTokenError(error) ? 'invalid' : 'unknown'
    }
  }
}

/** Returns true if the token is at fault; false if the portal cannot be reached or does not respond with keys. */
function isTokenError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return ![errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code].includes(
    error.code,
  )
}

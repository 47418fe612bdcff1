import * as z from 'zod/mini'
import { address, origin } from '#contract/address.ts'
import { allowedApis } from '#contract/api.ts'
import { maxAssuranceMinutes, requirableAcrs } from '#contract/assurance.ts'
import { distinctList, freeText, requiredText } from '#contract/fields.ts'
import { keySet } from '#contract/key-set.ts'
import { named } from '#contract/named.ts'
import { platformRoles } from '#contract/platform-role.ts'
import { extraScopes } from '#contract/scope.ts'

/** Client authentication: `client_secret_basic`, `private_key_jwt` or none. */
export const proofs = ['secret', 'keys', 'none'] as const

const addresses = distinctList(address, 50)
const minutes = z.optional(
  z.nullable(
    z
      .int('invalidMinutes')
      .check(z.minimum(1, 'invalidMinutes'), z.maximum(maxAssuranceMinutes, 'invalidMinutes')),
  ),
)

/** Fields of a platform that admins enter. */
export const facts = {
  name: requiredText(100),
  /** Sentence on the home page of users about what the platform is for; may be empty. Omitted: unchanged. */
  description: z.optional(freeText(140)),
  /** The URL that users open. */
  url: address,
  active: z.boolean(),
  /**
   * True if companies that have all platforms, including future ones, have this one. Omitted: unchanged; true for a new
   * platform.
   */
  offeredToAll: z.optional(z.boolean()),
  proof: named('ClientAuthentication', z.enum(proofs)),
  /** Public keys. With proof `keys`, exactly one of `jwks` and `jwksUri`, the URL of published keys, must be set. */
  jwks: z.nullable(keySet),
  jwksUri: z.nullable(address),
  pkce: named('Pkce', z.enum(['required', 'optional'])),
  /** True if the platform may invite users of the companies that use it (scope `invitations`). */
  mayInvite: z.boolean(),
  /** True if ID tokens contain the claims of the granted scopes. Omitted: unchanged; true for a new platform. */
  idTokenClaims: z.optional(z.boolean()),
  /** Scopes that the platform may request besides openid, profile and email. Omitted: unchanged. */
  extraScopes: z.optional(
    z
      .array(named('ExtraScope', z.enum(extraScopes, 'unknownScope')))
      .check(z.maxLength(extraScopes.length, 'tooMany')),
  ),
  /** Minimum `acr` of a login to the platform; no request can lower it. Null: any. Omitted: unchanged. */
  requiredAcr: z.optional(z.nullable(named('RequirableAcr', z.enum(requirableAcrs)))),
  /** Maximum age in minutes of a login to the platform; a request can only shorten it. */
  maxAgeMinutes: minutes,
  /** Idle timeout in minutes, after which the platform's tokens end and it requires a step-up. */
  idleMinutes: minutes,
  /** Redirect URIs, compared as exact strings. */
  redirectUris: addresses,
  postLogoutUris: addresses,
  backchannelLogoutUri: z.nullable(address),
  /** Origins that a `redirect_url` may lead to besides the origin of `url`. */
  origins: distinctList(origin, 50),
  /** The origin of a platform behind a forward-auth proxy. */
  entryOrigin: z.nullable(origin),
  /** Roles that users can have on the platform (claim `roles`). Omitted: unchanged. */
  roles: z.optional(platformRoles),
  /** APIs and scopes that the platform may request (RFC 8707). Omitted: unchanged; none for a new platform. */
  apis: z.optional(allowedApis),
}
/** Names of the fields that a change contains. */
export const platformFacts: readonly string[] = Object.keys(facts)
/** A change of a platform. */
export const platformChange = z.object(facts)
type Facts = z.output<typeof platformChange>

/** Rules that span several fields of a platform. */
export const crossFieldRules = [
  rule('jwks', 'keysNeeded', ({ proof, jwks, jwksUri }) => proof !== 'keys' || !jwks !== !jwksUri),
  rule('pkce', 'pkceNeeded', ({ proof, pkce }) => proof !== 'none' || pkce === 'required'),
  rule('mayInvite', 'proofNeeded', ({ proof, mayInvite }) => proof !== 'none' || !mayInvite),
  rule(
    'redirectUris',
    'required',
    ({ redirectUris, entryOrigin, mayInvite }) =>
      redirectUris.length > 0 || entryOrigin !== null || mayInvite,
  ),
] as const

function rule(field: keyof Facts, error: string, isMet: (facts: Facts) => boolean) {
  return z.refine<Facts>(isMet, { path: [field], error })
}

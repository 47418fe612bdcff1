import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { address, origin } from '#contract/address.ts'
import { requiredText, idParams, pageQuery } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

const access = { adminWithAnyOf: ['manage_platform'] } as const
/** How a platform proves that it is the one: by a secret, by keys that it signs with, or not at all. */
export const proofs = ['secret', 'keys', 'none'] as const

const addresses = z.array(address).check(z.maxLength(50, 'tooMany'))
const invalidKeys = 'invalidKeys'
const key = z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP'], invalidKeys) }, invalidKeys).check(
  z.refine((jwk) => !['d', 'p', 'q', 'k'].some((secret) => secret in jwk), {
    error: 'privateKey',
  }),
)
/** Public keys (RFC 7517 §5). */
export const keySet = z.object(
  {
    keys: z.array(key, invalidKeys).check(z.minLength(1, invalidKeys), z.maxLength(10, 'tooMany')),
  },
  invalidKeys,
)

const facts = {
  name: requiredText(100),
  /** Where people find it. */
  url: address,
  active: z.boolean(),
  proof: z.enum(proofs),
  /** For a platform that signs: its public keys, or where it publishes them. */
  jwks: z.nullable(keySet),
  jwksUri: z.nullable(address),
  pkce: z.enum(['required', 'optional']),
  /** Whether it may invite people of the companies that use it (scope `invitations`). */
  mayInvite: z.boolean(),
  /** Compared letter by letter. */
  redirectUris: addresses,
  postLogoutUris: addresses,
  backchannelLogoutUri: z.nullable(address),
  /** From where else, beside the origin of its address, a `redirect_url` may lead to it. */
  origins: z.array(origin).check(z.maxLength(50, 'tooMany')),
  /** Its one origin behind a proxy that asks here who somebody is. */
  entryOrigin: z.nullable(origin),
}
const sent = z.object(facts)
type Sent = z.output<typeof sent>

/** What has to fit together. */
const fits = [
  z.refine<Sent>(({ proof, jwks, jwksUri }) => proof !== 'keys' || !jwks !== !jwksUri, {
    path: ['jwks'],
    error: 'keysNeeded',
  }),
  z.refine<Sent>(({ proof, pkce }) => proof !== 'none' || pkce === 'required', {
    path: ['pkce'],
    error: 'pkceNeeded',
  }),
  z.refine<Sent>(({ proof, mayInvite }) => proof !== 'none' || !mayInvite, {
    path: ['mayInvite'],
    error: 'proofNeeded',
  }),
  z.refine<Sent>(
    ({ redirectUris, entryOrigin, mayInvite }) =>
      redirectUris.length > 0 || entryOrigin !== null || mayInvite,
    { path: ['redirectUris'], error: 'required' },
  ),
] as const

const platform = z.extend(sent, {
  id: z.string(),
  // As it stands: the rules are for what is sent, and one platform from elsewhere must not hide all others.
  url: z.string(),
  jwksUri: z.nullable(z.string()),
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  backchannelLogoutUri: z.nullable(z.string()),
  origins: z.array(z.string()),
  entryOrigin: z.nullable(z.string()),
  /** Until when the secret before is accepted. */
  oldSecretUntil: z.nullable(z.iso.datetime()),
  /** The sessions that have ended and that it was not told of yet. */
  notices: z.object({
    waiting: z.int(),
    since: z.nullable(z.iso.datetime()),
    lastError: z.nullable(z.string()),
  }),
  /** What a change has to be made from (`If-Match`). */
  etag: z.string(),
})
/** Told once: it is not to be read again. Null where there is no new one. */
const clientSecret = z.nullable(z.string())
const headers = z.object({
  'if-match': z.string().check(z.regex(/^"\d{1,9}"$/, 'invalidEtag')),
})

export type Platform = z.output<typeof platform>

export const listPlatforms = endpoint({
  method: 'GET',
  path: '/admin/platforms',
  access,
  summary: 'The platforms by name, and whether they hear of sessions that have ended',
  query: z.object(pageQuery),
  reply: z.array(platform),
  refusals: {},
})

export const getPlatform = endpoint({
  method: 'GET',
  path: '/admin/platforms/{id}',
  access,
  summary: 'One platform, what its client has to be told, and what deactivating it would close',
  params: idParams,
  reply: z.extend(platform, {
    settings: z.object({ issuer: z.string(), discovery: z.string(), scopes: z.string() }),
    effect: z.object({ people: z.int() }),
  }),
  refusals: { notFound: errorCodes.notFound },
})

export type PlatformDetails = z.output<typeof getPlatform.reply>

export const addPlatform = endpoint({
  method: 'POST',
  path: '/admin/platforms',
  access,
  stepUp: true,
  summary: 'Registers a platform; its secret is told in this answer and never again',
  body: z
    .object({
      id: z
        .string()
        .check(z.minLength(1, 'required'), z.regex(/^([a-z][a-z0-9-]{1,40})?$/, 'invalidId')),
      ...facts,
    })
    .check(...fits),
  reply: z.object({ id: z.string(), clientSecret }),
  status: 201,
  refusals: { stepUpRequired: errorCodes.stepUpRequired },
})

const ofOne = {
  access,
  stepUp: true,
  params: idParams,
  headers,
  refusals: {
    stepUpRequired: errorCodes.stepUpRequired,
    notFound: errorCodes.notFound,
    changedMeanwhile: errorCodes.changedMeanwhile,
  },
} as const

export const changePlatform = endpoint({
  ...ofOne,
  method: 'PUT',
  path: '/admin/platforms/{id}',
  summary:
    'Changes a platform from its next call on; If-Match holds the etag that the change was made from',
  body: sent.check(...fits),
  reply: z.extend(platform, { clientSecret }),
})

export const replaceSecret = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/admin/platforms/{id}/replace-secret',
  summary:
    'Gives a platform a new secret, told in this answer and never again. The one before works on for so many hours; tokens that the platform holds for itself stop at once',
  body: z.object({
    graceHours: z.int().check(z.minimum(0), z.maximum(168)),
  }),
  reply: z.extend(platform, { clientSecret }),
})

export const resendNotifications = endpoint({
  method: 'POST',
  path: '/admin/platforms/{id}/resend-notifications',
  access,
  summary: 'Sends the logout notices again, now, that the platform has not taken yet',
  params: idParams,
  body: nothing,
  reply: z.object({ again: z.int() }),
  status: 202,
  refusals: { notFound: errorCodes.notFound },
})

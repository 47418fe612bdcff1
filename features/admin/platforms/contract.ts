import * as z from 'zod/mini'
import { isApiClientId, allowedApis } from '#contract/api.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { slugOf } from '#contract/fold-text.ts'
import { ifMatch, idParams, pageQuery, time } from '#contract/fields.ts'
import { imageHash } from '#contract/image.ts'
import { platformRoles } from '#contract/platform-role.ts'
import { errorCodes } from '#contract/refusal.ts'
import { secretReplacement } from '#contract/secret-replacement.ts'
import { named, namedObject } from '#contract/named.ts'
import { crossFieldRules, facts, platformChange } from './fields-contract.ts'

const { changedMeanwhile, notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_platform'] } as const
const platform = z.extend(platformChange, {
  id: z.string(),
  // Replies are not validated: one platform with unexpected stored values must not hide all others.
  url: z.string(),
  jwksUri: z.nullable(z.string()),
  idTokenClaims: z.boolean(),
  // Servers of 0.3.0 omit it.
  offeredToAll: z.optional(z.boolean()),
  extraScopes: z.array(z.string()),
  requiredAcr: z.nullable(z.string()),
  maxAgeMinutes: z.nullable(z.int()),
  idleMinutes: z.nullable(z.int()),
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  backchannelLogoutUri: z.nullable(z.string()),
  origins: z.array(z.string()),
  entryOrigin: z.nullable(z.string()),
  roles: platformRoles,
  apis: allowedApis,
  /** Time at which the previous secret stops working; null if it no longer works. */
  oldSecretUntil: z.nullable(time),
  /** Logout notifications that the platform has not received yet: number, time of the oldest, and latest error. */
  notices: namedObject('LogoutNotices', {
    waiting: z.int(),
    since: z.nullable(time),
    lastError: z.nullable(z.string()),
  }),
  /** The last successful test login; `isCurrent` until the registration changes. */
  tested: z.nullable(namedObject('TestLogin', { at: time, isCurrent: z.boolean() })),
  logo: z.nullable(imageHash),
  etag: z.string(),
})
/** The new client secret, which is shown only once; null if there is none. */
const clientSecret = z.nullable(z.string())

/** A platform as the server composes it, before serialization. */
export type PlatformReply = z.input<typeof platform>

/** Filters of the list. `late`: platforms with logout notifications that were not delivered for five minutes. */
const platformFilters = { notices: z.optional(named('LateNotices', z.enum(['late']))) }

const rejectedRequest = namedObject('RejectedRequest', { at: time, error: z.string() })
const listedPlatform = z.extend(platform, {
  /** Number of users who may open the platform, as on its page; never more than `maxListedCount` + 1. */
  users: z.int(),
  /** Time of the last use, among the latest 5,000 audit rows of the last 90 days; test logins do not count. */
  openedAt: z.nullable(time),
  /** Logins and denied attempts of the last 24 hours, among the latest 5,000 audit rows. Servers of 0.3.0 omit it. */
  day: z.optional(namedObject('PlatformDay', { logins: z.int(), denied: z.int() })),
  /** The latest refused OpenID request within 30 days; null if there is none. Servers of 0.3.0 omit it. */
  lastRejected: z.optional(z.nullable(rejectedRequest)),
})
export type ListedPlatform = z.output<typeof listedPlatform>

export const listPlatforms = endpoint('GET /admin/platforms', {
  access,
  mayLag: true,
  machine: 'admin:platforms.read',
  summary:
    'Lists platforms by name, with the status of their logout notices, the number of users who can open them (counted up to 1,000), their logins in the last 24 hours, their latest rejected request, and when they were last used. x-total-count contains the total',
  query: z.object({ ...platformFilters, ...pageQuery }),
  reply: z.array(listedPlatform),
})

/** The path cannot collide with that of a platform, even one with the id `all`. */
export const exportPlatforms = endpoint('GET /admin/platforms/all/export', {
  access,
  mayLag: true,
  stepUp: 5,
  summary: 'Exports a list of platforms as a CSV file, without keys and secrets',
  query: z.object(platformFilters),
  reply: z.unknown(),
  csvColumns: {
    id: 'business-hub',
    name: 'Business hub',
    status: 'active',
    clientAuthentication: 'secret',
    homeUrl: 'https://hub.example/',
    redirectUris: 'https://hub.example/callback',
    undeliveredLogoutNotices: '0',
    lastTestLogin: '2026-03-02T09:12:00.000Z',
  },
})

export const getPlatform = endpoint('GET /admin/platforms/{id}', {
  access,
  machine: 'admin:platforms.read',
  summary:
    'Returns a platform with its client settings, the users who can open it, the effect of a deactivation, and its latest rejected requests',
  params: idParams,
  reply: z.extend(platform, {
    settings: z.object({ issuer: z.string(), discovery: z.string(), scopes: z.string() }),
    /** Active APIs, which a platform can be permitted to request. */
    offeredApis: z.array(
      z.object({ id: z.string(), name: z.string(), scopes: z.array(z.string()) }),
    ),
    /** Number of users whose sessions on the platform a deactivation would end; never more than `maxListedCount` + 1. */
    effect: z.object({ people: z.int() }),
    /** Logins of the last hour, among the latest 5,000 audit rows; never more than `maxListedCount` + 1. */
    loginsOfLastHour: z.optional(z.int()),
    /** Users who may open the platform, and their companies; at most `exactTotal` + 1 users. Ignores IP addresses. */
    reach: z.object({ users: z.int(), companies: z.int() }),
    /** Time of the last use, within 90 days; test logins do not count. */
    openedAt: z.nullable(time),
    /** The last 20 refused OpenID requests, the latest first; frequent kinds do not displace rare ones. */
    refusals: z.array(
      z.object({
        id: z.string(),
        at: time,
        endpoint: z.string(),
        /** OAuth error code that the platform received. */
        error: z.string(),
        /** Error message of the OpenID library; may be empty. */
        reason: z.string(),
        /** Value in the request that was refused, such as its redirect URI; shortened to 300 characters; may be empty. */
        value: z.optional(z.string()),
        ipAddress: z.string(),
        requestId: z.string(),
      }),
    ),
  }),
  refusals: { notFound },
})

export type PlatformDetails = z.output<typeof getPlatform.reply>

/** Returns an id derived from a name; empty if fewer than two characters would remain. */
export function suggestId(name: string): string {
  const id = slugOf(name)
  return id.length < 2 ? '' : id
}

export const addPlatform = endpoint('POST /admin/platforms', {
  access,
  stepUp: 5,
  approval: secondPerson('platform-add'),
  danger: {
    worst: 'a platform that looks like another and receives codes',
    reason: 'two people decide on its addresses; its name must differ',
  },
  summary:
    'Registers a platform. The response contains its client secret, which is never shown again. Two-person approval may be required, and the platform and its secret take effect once approved',
  body: z
    .object({
      id: z.string().check(
        z.minLength(1, 'required'),
        z.regex(/^([a-z][a-z0-9-]{1,40})?$/, 'invalidId'),
        // Service accounts and APIs use these ids.
        z.refine((id) => !id.startsWith('svc-') && !isApiClientId(id), 'invalidId'),
      ),
      ...facts,
    })
    .check(...crossFieldRules),
  reply: z.object({ id: z.string(), clientSecret }),
  status: 201,
  refusals: secondPersonErrors,
})

const protectedChange = {
  access,
  stepUp: 5,
  params: idParams,
  headers: ifMatch,
  approval: secondPerson('platform-addresses'),
  refusals: { notFound, changedMeanwhile, ...secondPersonErrors },
} as const

export const changePlatform = endpoint('PUT /admin/platforms/{id}', {
  ...protectedChange,
  danger: {
    worst: 'codes of users go to a foreign address',
    reason:
      'two people decide on addresses, keys, login requirements, scopes, activations and offers to all',
  },
  summary:
    'Updates a platform, effective with its next request. If-Match contains the ETag of the version that was edited. A different address, key, client authentication method, PKCE or login requirement, scope, API or right to invite, an activation, or an offer to all companies may require two-person approval',
  body: platformChange.check(...crossFieldRules),
  reply: named('Platform', z.extend(platform, { clientSecret })),
})

export const replaceSecret = endpoint('POST /admin/platforms/{id}/replace-secret', {
  ...protectedChange,
  danger: {
    worst: 'a working secret of a platform',
    reason: 'two people decide, also with a grace period',
  },
  summary:
    'Rotates the client secret of a platform. The response contains the new secret, which is never shown again. The old one stays valid for the given number of hours; the platform’s own tokens become invalid immediately. Two-person approval may be required, and the new secret takes effect once approved',
  body: secretReplacement,
  reply: z.extend(platform, { clientSecret }),
})

export const resendNotifications = endpoint('POST /admin/platforms/{id}/resend-notifications', {
  access,
  stepUp: 15,
  danger: { worst: 'logout tokens again', reason: 'only to registered addresses' },
  summary: 'Immediately resends the logout notices that the platform hasn’t received',
  params: idParams,
  body: nothing,
  reply: z.object({ again: z.int() }),
  status: 202,
  refusals: { notFound },
})

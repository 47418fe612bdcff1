import * as z from 'zod/mini'
import { address } from '#contract/address.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { distinctList, freeText, idParams, ifMatch, requiredText, time } from '#contract/fields.ts'
import { slugOf } from '#contract/fold-text.ts'
import { keySet } from '#contract/key-set.ts'
import { machineScopeNames } from '#contract/machine.ts'
import { isCidr } from '#contract/network-rules.ts'
import { errors } from '#contract/refusal.ts'
import { inBounds } from '#contract/search-time.ts'
import { listedServiceAccount, serviceAccountAccess as access } from '#contract/service-account.ts'
import { named } from '#contract/named.ts'

const ofAccount = { access, params: idParams, refusals: errors('notFound') } as const

/** Maximum time in days until a service account expires. */
export const maxDays = 366
const dayMs = 24 * 60 * 60 * 1000

const network = z.string().check(
  z.overwrite((value) => value.trim()),
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || isCidr(value), 'invalidCidr'),
)

const facts = {
  name: requiredText(100),
  /** Permissions of the account. A scope without `.read` also allows reading. */
  scopes: distinctList(
    named('MachineScope', z.enum(machineScopeNames, 'unknownScope')),
    machineScopeNames.length,
  ).check(z.minLength(1, 'scopesNeeded')),
  /** Public keys, or the URL that publishes them; exactly one of the two. */
  jwks: z.nullable(keySet),
  jwksUri: z.nullable(address),
  /** Expiry, within a year. */
  expiresAt: z.iso.datetime({ offset: true, error: 'required' }).check(
    inBounds,
    z.refine((value) => Date.parse(value) > Date.now(), 'inThePast'),
    z.refine((value) => Date.parse(value) < Date.now() + maxDays * dayMs, 'withinYear'),
  ),
  /** Networks that the account may call from; empty allows any. */
  allowedFrom: distinctList(network, 50),
}
const reason = z.optional(freeText(500))

type Keys = { jwks: unknown; jwksUri: unknown }
const oneOfKeys = z.refine<Keys>(({ jwks, jwksUri }) => !jwks !== !jwksUri, {
  path: ['jwks'],
  error: 'keysNeeded',
})

const serviceAccount = z.extend(listedServiceAccount, {
  scopes: z.array(z.enum(machineScopeNames)),
  jwks: z.nullable(keySet),
  jwksUri: z.nullable(z.string()),
  allowedFrom: z.array(z.string()),
  revokedAt: z.nullable(time),
  /** Name of the admin who added the account; null if that admin's account no longer exists. */
  madeBy: z.nullable(z.string()),
  createdAt: time,
  etag: z.string(),
})
named('ServiceAccount', serviceAccount)

export type ServiceAccount = z.output<typeof serviceAccount>

/** Returns an id made from a name; only `svc-` if the name has no usable characters. */
export function suggestServiceId(name: string): string {
  return `svc-${slugOf(name)}`
}

/** The reply before it is serialized. */
export type ServiceAccountReply = z.input<typeof serviceAccount>

export const getServiceAccount = endpoint('GET /admin/service-accounts/{id}', {
  ...ofAccount,
  summary: 'Returns a service account',
  reply: serviceAccount,
})

export const getServiceAccountTerms = endpoint('GET /admin/service-accounts/terms', {
  access,
  summary: 'Returns whether a new service account requires two-person approval',
  reply: z.object({ takesTwoPeople: z.boolean() }),
})

export const addServiceAccount = endpoint('POST /admin/service-accounts', {
  access,
  stepUp: 5,
  danger: { worst: 'a program with rights of admins', reason: 'two super admins decide' },
  summary:
    'Adds a service account, which calls the admin API with tokens issued for its key. Its ID can never be reused. May require two-person approval',
  body: z
    .object({
      id: z
        .string()
        .check(z.minLength(1, 'required'), z.regex(/^(svc-[a-z][a-z0-9-]{1,40})?$/, 'invalidId')),
      ...facts,
      /** Reason for the approver, if a second admin must approve. */
      reason,
    })
    .check(oneOfKeys),
  approval: secondPerson('service-account-add'),
  reply: serviceAccount,
  status: 201,
  refusals: secondPersonErrors,
})

export const changeServiceAccount = endpoint('PUT /admin/service-accounts/{id}', {
  ...ofAccount,
  stepUp: 5,
  danger: {
    worst: 'more rights, or the key of an attacker',
    reason: 'two super admins decide on more scopes, other keys, a later expiry and more networks',
  },
  summary:
    'Updates a service account. If-Match contains the ETag of the version that was edited. Saving different keys invalidates its tokens. Additional scopes, different keys, a later expiration date or additional networks may require two-person approval',
  headers: ifMatch,
  body: z.object({ ...facts, reason }).check(oneOfKeys),
  approval: secondPerson('service-account-add'),
  reply: serviceAccount,
  refusals: errors('notFound', 'changedMeanwhile', 'approvalPending', 'noSecondPerson'),
})

export const revokeServiceAccount = endpoint('POST /admin/service-accounts/{id}/revoke', {
  ...ofAccount,
  stepUp: 5,
  danger: { worst: 'a program fails', reason: 'it only ends access' },
  summary: 'Revokes a service account permanently. Its tokens become invalid immediately',
  body: nothing,
  reply: serviceAccount,
  refusals: errors('notFound', 'changedMeanwhile'),
})

import * as z from 'zod/mini'
import { accessEnd } from '#contract/access-end.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { freeText, idParams, pageQuery, requiredText, time, uuid } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_users'] } as const

const platform = z.object({ id: z.string(), name: z.string() })

const accessRequest = z.object({
  id: uuid,
  user: namedObject('UserReference', {
    id: uuid,
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
  }),
  platform,
  reason: z.string(),
  askedAt: time,
  /** Null for an open request. */
  decision: z.nullable(z.enum(['given', 'refused'])),
  decidedAt: z.nullable(time),
  /** Name of the administrator who decided; empty for an open request, and if not a user of the company. */
  decidedBy: z.string(),
  /** False for a decided request, the caller's own request, and a platform that the company may not grant. */
  mayDecide: z.boolean(),
})

export type ListedRequest = z.output<typeof accessRequest>

export const requestStates = ['open', 'decided'] as const

export const listAccessRequests = endpoint('GET /users/company/requests', {
  access,
  summary: 'Lists requests from the company’s users for access to platforms, newest first',
  query: z.object({ state: z.optional(z.enum(requestStates)), ...pageQuery }),
  reply: z.array(accessRequest),
})

export const giveAccess = endpoint('POST /users/company/requests/{id}/give', {
  access,
  stepUp: { withinMinutes: 15 },
  params: idParams,
  danger: { worst: 'a colleague reaches a platform', reason: 'as delegated' },
  summary: 'Approves a request for access. The user can open the platform immediately',
  /** Body with the expiry of the access; null or omitted if the access does not expire. */
  body: z.object({ expiresAt: z.optional(z.nullable(accessEnd)) }),
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'beyondDelegation', 'changedMeanwhile'),
})

export const refuseAccess = endpoint('POST /users/company/requests/{id}/refuse', {
  access,
  stepUp: { withinMinutes: 15 },
  params: idParams,
  danger: { worst: 'a colleague waits', reason: 'it can be repeated' },
  summary: 'Declines a request for access. The reason is emailed to the user',
  body: z.object({ reason: requiredText(500) }),
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const findOwnRequest = endpoint('GET /users/access-requests', {
  access: 'user',
  summary:
    'Returns whether the current user can request access to a platform from the company’s administrators, and when the pending request was made',
  query: z.object({ subsystem: z.string().check(z.maxLength(100)) }),
  reply: z.object({
    /** True if the user has no access and another user of the company may grant it. */
    mayAsk: z.boolean(),
    /** Time of the open request; null without an open request. */
    askedAt: z.nullable(time),
  }),
  refusals: errors('notFound'),
})

export const requestAccess = endpoint('POST /users/access-requests', {
  access: 'user',
  summary:
    'Requests access to a platform from the company’s administrators. Doesn’t create a second request while one is pending',
  body: z.object({ subsystem: requiredText(100), reason: freeText(500) }),
  example: { subsystem: 'business-hub', reason: 'For the audit of the year' },
  reply: z.object({ askedAt: time }),
  status: 202,
  refusals: errors('notFound', 'beyondDelegation', 'changedMeanwhile', 'tooManyRequests'),
})

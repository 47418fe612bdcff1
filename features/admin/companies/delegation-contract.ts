import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { distinctList, freeText, idParams, ifMatch, uuid } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const access = { adminWithAnyOf: ['manage_partner'] } as const
const ofCompany = { access, params: idParams, refusals: errors('notFound') } as const

/** Supported intervals between access reviews, in months. */
export const reviewIntervals = [3, 6, 12] as const

const facts = z.object({
  /** True if the company's own users may administer the company. */
  delegated: z.boolean(),
  /** Maximum number of active users and open invitations of a company that administers itself; null for no limit. */
  seats: z.nullable(
    z.int('wrongSeats').check(z.minimum(1, 'wrongSeats'), z.maximum(1_000_000, 'wrongSeats')),
  ),
  /** Platforms to which the company's administrators may grant access; null for all platforms of the company. */
  subsystems: z.nullable(distinctList(z.string(), 100)),
  /** Interval in months between access reviews; null for no reviews. */
  reviewMonths: z.nullable(named('ReviewMonths', z.literal(reviewIntervals))),
  /** True if access that is not confirmed in a review ends. */
  reviewStrict: z.boolean(),
})

const owner = namedObject('Owner', {
  id: uuid,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  active: z.boolean(),
})

export type Owner = z.output<typeof owner>

const delegation = z.extend(facts, {
  /** Number of seats in use. */
  used: z.int(),
  owners: z.array(owner),
  etag: z.string(),
})
named('Delegation', delegation)

export type DelegationDetails = z.output<typeof delegation>

export const getDelegation = endpoint('GET /admin/partners/{id}/delegation', {
  ...ofCompany,
  summary: 'Returns what the company’s own administrators can do, and its owners',
  reply: delegation,
})

export const setDelegation = endpoint('PUT /admin/partners/{id}/delegation', {
  ...ofCompany,
  stepUp: 5,
  danger: {
    worst: 'administrators of a company gain power',
    reason: 'they do not decide for the person who delegated',
  },
  summary:
    'Sets whether the company has self-service administration, with its seats and platforms. Turning it off removes its administrators’ permissions from the next request on',
  headers: ifMatch,
  body: facts,
  example: {
    delegated: true,
    seats: 25,
    subsystems: null,
    reviewMonths: 6,
    reviewStrict: false,
  },
  reply: delegation,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const setOwners = endpoint('PUT /admin/partners/{id}/owners', {
  ...ofCompany,
  stepUp: 5,
  danger: {
    worst: 'own accounts own a company',
    reason: 'they do not decide for the person who named them',
  },
  summary:
    'Replaces the owners of a company with the given active users. Owners assign the other roles. Each user is notified by email',
  body: z.object({
    owners: distinctList(uuid, 20),
    /** Ids of the owners that the caller has read. If given, the change is rejected if the owners have changed. */
    expected: z.optional(distinctList(uuid, 1000)),
    reason: z.optional(freeText(500)),
  }),
  reply: delegation,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const findOwnerCandidates = endpoint('GET /admin/partners/{id}/owners/candidates', {
  ...ofCompany,
  summary:
    'Lists active users of a company whose name or email address contains a text, as candidates for owners',
  query: z.object({ q: z.optional(freeText(200)) }),
  reply: z.array(z.omit(owner, { active: true })),
})

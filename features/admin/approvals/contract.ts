import * as z from 'zod/mini'
import {
  approvalKinds,
  approvalOutcomes,
  approvalRules,
  approvalStates,
  leastEvidence,
} from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, idParams, pageQuery, requiredText, time } from '#contract/fields.ts'
import { anyOf } from '#contract/list.ts'
import { errors } from '#contract/refusal.ts'

/** Each admin sees the kinds that they may decide, and what they asked for. */
const access = {
  adminWithAnyOf: ['manage_regular_user', 'manage_partner', 'manage_platform', 'manage_admin_user'],
} as const

const person = z.object({
  kind: z.enum(['user', 'admin', 'system']),
  id: z.string(),
  name: z.string(),
})

export const approval = z.object({
  id: z.uuid(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** A user, admin, company or platform. */
  target: z.object({
    kind: z.enum(['user', 'admin', 'company', 'platform', 'service', 'many']),
    id: z.string(),
    name: z.string(),
    /** Of a user. */
    company: z.nullable(z.string()),
  }),
  asker: person,
  decider: z.nullable(person),
  reason: z.string(),
  askedAt: time,
  decidedAt: z.nullable(time),
  /** How the decider made sure, or why they refused. */
  evidence: z.string(),
  /** Once approved, it is done then at the earliest. */
  notBefore: time,
  expiresAt: time,
  doneAt: z.nullable(time),
  /** Why nothing was done. */
  outcome: z.nullable(z.enum(approvalOutcomes)),
  /** Whether the caller may decide it, and may cancel it. */
  mayDecide: z.boolean(),
  mayCancel: z.boolean(),
})

export type ListedApproval = z.output<typeof approval>

export const listApprovals = endpoint('GET /admin/approvals', {
  access,
  summary:
    'Requests that wait for a second person, and those that were decided, the latest first: of the kinds that the caller may decide, and their own',
  query: z.object({
    state: anyOf(...approvalStates),
    kind: anyOf(...approvalKinds),
    /** Only those that the caller may decide. */
    decider: z.optional(z.enum(['me'])),
    /** The id of a user, admin, company or platform. */
    target: z.optional(z.string().check(z.maxLength(100, 'tooLong'))),
    ...pageQuery,
  }),
  reply: z.array(approval),
})

export const countApprovals = endpoint('GET /admin/approvals/waiting', {
  access,
  summary:
    'How many requests wait for a decision that the caller may make, and which kinds of actions take two people now',
  reply: z.object({
    count: z.int(),
    setting: z.enum(['auto', 'on', 'off']),
    kinds: z.array(z.enum(approvalKinds)),
  }),
})

/** Of an action for many users, so many are named. */
export const mostPeople = 100

/** Where the pages keep what `countApprovals` answered. */
export const waitingKey = ['approvals-waiting']

/** What may be signs of a takeover, the gravest first. */
export const signKinds = [
  'failedLogins',
  'passwordAsked',
  'passwordByLink',
  'passwordChanged',
  'phoneChanged',
  'contactsChanged',
  'endedRequests',
  'newAddress',
  'newBrowser',
] as const

const sign = z.object({
  kind: z.enum(signKinds),
  count: z.int(),
  last: time,
  /** At most three new addresses or browsers. */
  values: z.array(z.string()),
})

export type ApprovalSign = z.output<typeof sign>

const details = z.extend(approval, {
  /** What will be done, and what it is like before: ids and values. */
  before: z.record(z.string(), z.unknown()),
  proposal: z.record(z.string(), z.unknown()),
  /** Names of the platforms, companies and users that both mention, by their ids. */
  names: z.record(z.string(), z.string()),
  /** The first users of an action for many; `proposal` says how many there are. */
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** From where it was asked; empty where the log no longer tells. */
  ipAddress: z.string(),
  /** What the records say of the user whom it is about, to compare with. */
  user: z.nullable(
    z.object({
      email: z.string(),
      phone: z.string(),
      jobTitle: z.string(),
      lastLogin: z.nullable(time),
    }),
  ),
  /** What the log tells of that user in the 24 hours before the request; null for a caller who may not decide it, and where it is not about a user. */
  signs: z.nullable(z.array(sign)),
  /** When it came to nothing, and by whom if by anyone; null while it is open, and once it was done. */
  ended: z.nullable(z.object({ at: time, by: z.nullable(person), reason: z.string() })),
  /** Who could decide it now. */
  deciders: z.array(person),
})

export type ApprovalDetails = z.output<typeof details>

const ofApproval = { access, params: idParams, refusals: errors('notFound') } as const

export const getApproval = endpoint('GET /admin/approvals/{id}', {
  ...ofApproval,
  summary: 'One request: what it changes, and who could decide it',
  reply: details,
})

export const approveRequest = endpoint('POST /admin/approvals/{id}/approve', {
  ...ofApproval,
  stepUp: 5,
  summary:
    'Approves a request of somebody else, about somebody else: it is done at once, or when its waiting time is over. Replacing factors takes `evidence`: how the caller made sure, in at least 20 characters',
  body: z.object({ evidence: z.optional(freeText(2000)) }),
  reply: details,
  refusals: errors('notFound', 'mayNotDecide', 'changedMeanwhile'),
})

const withReason = z.object({ reason: requiredText(2000) })

export const refuseRequest = endpoint('POST /admin/approvals/{id}/refuse', {
  ...ofApproval,
  stepUp: 15,
  summary: 'Refuses a request of somebody else',
  body: withReason,
  reply: details,
  refusals: errors('notFound', 'mayNotDecide', 'changedMeanwhile'),
})

export const cancelRequest = endpoint('POST /admin/approvals/{id}/cancel', {
  ...ofApproval,
  stepUp: 15,
  summary:
    'Takes one’s own request back; of replacing factors, every admin who may decide it can stop it',
  body: withReason,
  reply: details,
  refusals: errors('notFound', 'forbidden', 'changedMeanwhile'),
})

/** Whether a text is long enough for a kind that takes evidence. */
export function isEvidence(kind: keyof typeof approvalRules, text: string): boolean {
  return !approvalRules[kind].needsEvidence || text.trim().length >= leastEvidence
}

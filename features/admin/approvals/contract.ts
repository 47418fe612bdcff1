import * as z from 'zod/mini'
import {
  approvalKinds,
  approvalObstacles,
  approvalOutcomes,
  approvalStates,
} from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, idParams, pageQuery, requiredText, time, uuid } from '#contract/fields.ts'
import { anyOf } from '#contract/list.ts'
import { errors } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

/** Each admin sees their own requests, and all of kinds that they may make, even if only super admins decide them. */
const access = { adminWithAnyOf: ['stop_request'] } as const

const person = namedObject('Actor', {
  kind: named('ActorKind', z.enum(['user', 'admin', 'service', 'system'])),
  id: z.string(),
  name: z.string(),
})

/** A holder of the right to decide. */
const approver = {
  ...person.shape,
  /** Email address of a holder with the same name as another holder; otherwise missing. */
  email: z.optional(z.string()),
}

export const approval = z.object({
  id: uuid,
  kind: named('ApprovalKind', z.enum(approvalKinds)),
  state: named('ApprovalState', z.enum(approvalStates)),
  /** The user, admin, company, platform, API or service account that the request is about; `many` for several users. */
  target: namedObject('ApprovalTarget', {
    kind: z.enum(['user', 'admin', 'company', 'platform', 'api', 'service', 'many']),
    id: z.string(),
    name: z.string(),
    /** The company of a target that is a user; otherwise null. */
    company: z.nullable(z.string()),
  }),
  asker: person,
  decider: z.nullable(person),
  reason: z.string(),
  askedAt: time,
  decidedAt: z.nullable(time),
  cancelledAt: z.optional(z.nullable(time)),
  /** The approver's evidence for an approval, or the reason for a refusal. */
  evidence: z.string(),
  /** The earliest time at which an approved request is carried out. */
  notBefore: time,
  expiresAt: time,
  doneAt: z.nullable(time),
  /** The reason why the requested action was not carried out; null if there is none. */
  outcome: z.nullable(named('ApprovalOutcome', z.enum(approvalOutcomes))),
  /** True if the caller may approve or decline the request. */
  mayDecide: z.boolean(),
  /** True if the caller may decline the request, even if they may not approve it. Missing from earlier releases. */
  mayRefuse: z.optional(z.boolean()),
  mayCancel: z.boolean(),
})

export type ListedApproval = z.output<typeof approval>

export const listApprovals = endpoint('GET /admin/approvals', {
  access,
  summary:
    'Lists requests for two-person approval, both pending and closed, newest first: those of kinds that the caller can approve, and the caller’s own',
  query: z.object({
    state: anyOf(...approvalStates),
    kind: anyOf(...approvalKinds),
    /** `me` limits the list to requests that the caller may decide. */
    decider: z.optional(z.enum(['me'])),
    /** Id of the user, admin, company, platform, API or service account that the requests are about. */
    target: z.optional(z.string().check(z.maxLength(100, 'tooLong'))),
    ...pageQuery,
  }),
  reply: z.array(approval),
})

export const countApprovals = endpoint('GET /admin/approvals/waiting', {
  access,
  summary:
    'Counts the pending requests that the caller can approve, and lists the kinds of actions that currently require two-person approval',
  reply: z.object({
    count: z.int(),
    /** Value of TWO_PERSON. `auto`: a kind requires approval once it has had two independent approvers for a day. */
    setting: z.enum(['auto', 'on', 'off']),
    kinds: z.array(z.enum(approvalKinds)),
  }),
})

/** Maximum number of users that are listed by name for an action on many users. */
export const maxPeople = 100

/** Query key under which pages cache the reply of `countApprovals`. */
export const waitingKey = ['approvals-waiting']

/**
 * Possible signs of an account takeover, the most serious first. `passwordAsked`: a password link was requested.
 * `endedRequests`: earlier requests about the user were declined or canceled.
 */
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
  /** Up to three new IP addresses or browsers; empty for other kinds. */
  values: z.array(z.string()),
})

export type ApprovalSign = z.output<typeof sign>

const details = z.extend(approval, {
  /** State before the change, as ids and values; `proposal` contains the state after it. */
  before: z.record(z.string(), z.unknown()),
  proposal: z.record(z.string(), z.unknown()),
  /** Names of the platforms, companies and users in `before` and `proposal`, by id. */
  names: z.record(z.string(), z.string()),
  /** The first users of an action on many users; `proposal` contains their total. */
  people: z.array(z.object({ id: uuid, name: z.string() })),
  /** IP address of the requester; empty if the audit log no longer contains the request. */
  ipAddress: z.string(),
  /** Data on record about the user, for the approver to compare; null if the request is not about a user. */
  user: z.nullable(
    z.object({
      email: z.string(),
      phone: z.string(),
      jobTitle: z.string(),
      lastLogin: z.nullable(time),
    }),
  ),
  /**
   * Signs of a takeover in the audit log of the 24 hours before the request; null if the caller may not decide the
   * request, or if it is not about a user.
   */
  signs: z.nullable(z.array(sign)),
  /** Time, author and reason of an end without effect; null for a request that is open or was carried out. */
  ended: z.nullable(z.object({ at: time, by: z.nullable(person), reason: z.string() })),
  /** Admins and users who may decide the request now. */
  deciders: z.array(namedObject('Approver', approver)),
  /** Holders of the right who may not decide this request, each with the reason. */
  excluded: z.optional(
    z.array(
      namedObject('ExcludedApprover', {
        ...approver,
        obstacle: named('ApprovalObstacle', z.enum(approvalObstacles)),
      }),
    ),
  ),
})
named('Approval', details)

export type ApprovalDetails = z.output<typeof details>

const ofApproval = { access, params: idParams, refusals: errors('notFound') } as const

export const getApproval = endpoint('GET /admin/approvals/{id}', {
  ...ofApproval,
  summary: 'Returns a request with what it changes and who can approve it',
  reply: details,
})

export const approveRequest = endpoint('POST /admin/approvals/{id}/approve', {
  ...ofApproval,
  access: {
    adminWithAnyOf: [
      'manage_regular_user',
      'manage_partner',
      'manage_platform',
      'manage_admin_user',
    ],
  },
  stepUp: 5,
  danger: {
    worst: 'the second half of any action',
    reason: 'the approver is independent of the requester; each decision is recorded',
  },
  summary:
    'Approves a request that the caller neither made nor is the subject of. It is carried out immediately, or after its waiting period. A two-factor reset requires `evidence`: how the caller verified the user’s identity, in at least 20 characters',
  body: z.object({ evidence: z.optional(freeText(2000)) }),
  reply: details,
  refusals: errors('notFound', 'mayNotDecide', 'changedMeanwhile'),
})

const withReason = z.object({ reason: requiredText(2000) })

export const refuseRequest = endpoint('POST /admin/approvals/{id}/refuse', {
  ...ofApproval,
  stepUp: 15,
  danger: { worst: 'a needed action is delayed', reason: 'it only prevents' },
  summary:
    'Declines another admin’s request. Suspended admins and dependent ones can, too, but not the subject of the request',
  body: withReason,
  reply: details,
  refusals: errors('notFound', 'mayNotDecide', 'changedMeanwhile'),
})

export const cancelRequest = endpoint('POST /admin/approvals/{id}/cancel', {
  ...ofApproval,
  stepUp: 15,
  danger: { worst: 'a needed action is delayed', reason: 'it only prevents' },
  summary:
    'Cancels the caller’s own request. A two-factor reset can be canceled by any admin who can approve it',
  body: withReason,
  reply: details,
  refusals: errors('notFound', 'forbidden', 'changedMeanwhile'),
})

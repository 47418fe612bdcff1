import * as z from 'zod/mini'
import { time, uuid } from './fields.ts'
import { errors } from './refusal.ts'
import type { CompanyPermission, Permission } from './permission.ts'
import { namedObject } from './named.ts'

/** Actions that can require two-person approval. */
export const approvalKinds = [
  'replace-factors',
  'user-unlock',
  'users-deactivate',
  'company-deactivate',
  'platform-addresses',
  'platform-add',
  'api-add',
  'api-secret',
  'service-account-add',
  'admin-roles',
  'admin-add',
  'admin-reset',
  'admin-deactivate',
  'admin-activate',
  'configuration-apply',
] as const

export type ApprovalKind = (typeof approvalKinds)[number]

/** The permissions needed to decide a request. Admins never decide their own requests or requests about themselves. */
export type ApprovalRule = {
  /** The permission that an admin needs. */
  permission: Permission
  /** Restricts the decision to super admins. */
  isSuperAdmin?: true
  /** The permission that an administrator of the target's company needs, if the company has its own administrators. */
  company?: CompanyPermission
  /** Requires the approver to describe how they verified the request (`isEvidence`). */
  needsEvidence?: true
}

export const approvalRules: Readonly<Record<ApprovalKind, ApprovalRule>> = {
  'replace-factors': {
    permission: 'manage_regular_user',
    company: 'company_users',
    needsEvidence: true,
  },
  'user-unlock': { permission: 'manage_regular_user', needsEvidence: true },
  'users-deactivate': { permission: 'manage_regular_user' },
  'company-deactivate': { permission: 'manage_partner' },
  'platform-addresses': { permission: 'manage_platform' },
  'platform-add': { permission: 'manage_platform' },
  'api-add': { permission: 'manage_platform' },
  'api-secret': { permission: 'manage_platform' },
  'service-account-add': { permission: 'manage_service_account', isSuperAdmin: true },
  'admin-roles': { permission: 'manage_admin_user' },
  'admin-add': { permission: 'manage_admin_user', isSuperAdmin: true },
  'admin-reset': { permission: 'manage_admin_user', isSuperAdmin: true },
  'admin-deactivate': { permission: 'manage_admin_user', isSuperAdmin: true },
  'admin-activate': { permission: 'manage_admin_user', isSuperAdmin: true },
  'configuration-apply': { permission: 'manage_service_account', isSuperAdmin: true },
}

/** The minimum number of letters and digits of an approver's evidence. */
export const minEvidenceLength = 20

/** Returns true if the text has enough letters and digits for evidence. No other characters count. */
export function isEvidence(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= minEvidenceLength
}

/** Maximum number of users that one person or program deactivates in 24 hours without an approval. */
export const maxUsersAlone = 10

/**
 * The states of a request. `asked`: not yet decided. `waiting`: approved, due at `notBefore`. `open`: due now.
 * `failed`: not carried out, for the reason in `outcome`.
 */
export const approvalStates = [
  'asked',
  'waiting',
  'open',
  'done',
  'failed',
  'refused',
  'cancelled',
  'expired',
] as const

export type ApprovalState = (typeof approvalStates)[number]

/**
 * Reasons why a holder of the right to decide may not decide a request, in the order of the checks. *Recently* means
 * since 7 days before the request.
 */
export const approvalObstacles = [
  'requester',
  'target',
  /** Has added or changed the service account that made the request, at any time, and may have its key. */
  'keyHolder',
  /** Shares a mailbox with the requester or the target. */
  'sameAddress',
  /** Is a company's administrator, while the requester is not a user. */
  'otherSide',
  'suspended',
  /** Has held the right for less than a day before the request. */
  'newRight',
  /** The requester has recently changed the holder's account; `changedRequester`: the reverse. */
  'changedByRequester',
  'changedRequester',
  /** A third person has recently changed both accounts without an approval. */
  'sameHand',
] as const

export type ApprovalObstacle = (typeof approvalObstacles)[number]

/**
 * Obstacles that also prevent a holder of the right from declining a request: the holder is its requester or subject,
 * shares a mailbox with one of them, or is a user while the requester is not.
 */
export const refusalObstacles: readonly ApprovalObstacle[] = [
  'requester',
  'target',
  'sameAddress',
  'otherSide',
]

/**
 * Reasons why a requested action was not carried out. `changed meanwhile`: the target was changed after the request.
 * `asker not allowed`, `decider not allowed`: the requester or the approver lacks the right by now. `not possible`: the
 * action is no longer possible. `expired`: not approved, or not carried out, in time.
 */
export const approvalOutcomes = [
  'changed meanwhile',
  'asker not allowed',
  'decider not allowed',
  'not possible',
  'stopped',
  'expired',
] as const

export type ApprovalOutcome = (typeof approvalOutcomes)[number]

/** The reply (202) to a call whose action waits for an approver. */
const askedApproval = namedObject('AskedApproval', {
  approval: z.object({
    id: uuid,
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    /** The earliest time at which the approved action is carried out. */
    notBefore: time,
    expiresAt: time,
  }),
  /** A new client secret, if the action creates one. It becomes valid on approval and is returned only here. */
  clientSecret: z.optional(z.string()),
  /** The code to read out to the user, for a recovery of password and second factor. It is returned only here. */
  supportCode: z.optional(z.string()),
})

export type AskedApproval = z.output<typeof askedApproval>
/** The reply as an action returns it. With `isStuck` no approver exists, and the call answers `noSecondPerson`. */
export type AskedApprovalReply = z.input<typeof askedApproval> & { isStuck?: boolean }

export type SecondPerson = { kind: ApprovalKind; reply: typeof askedApproval }

/** Returns the `approval` of an endpoint whose action may wait for an approver. */
export function secondPerson(kind: ApprovalKind): SecondPerson {
  return { kind, reply: askedApproval }
}

/** Error codes of two-person approval: the same request is already pending, or no approver exists. */
export const secondPersonErrors = errors('approvalPending', 'noSecondPerson')

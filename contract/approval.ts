import * as z from 'zod/mini'
import { time } from './fields.ts'
import { errors } from './refusal.ts'
import type { CompanyPermission, Permission } from './permission.ts'

/** Actions that may take a second person. */
export const approvalKinds = [
  'replace-factors',
  'user-unlock',
  'users-deactivate',
  'company-deactivate',
  'platform-addresses',
  'service-account-add',
  'admin-roles',
  'admin-add',
  'admin-reset',
  'admin-deactivate',
] as const

export type ApprovalKind = (typeof approvalKinds)[number]

/** The right to decide. One's own request, and one about oneself, is always somebody else's to decide. */
export type ApprovalRule = {
  /** Of an admin. */
  permission: Permission
  /** Only super admins decide. */
  isSuperAdmin?: true
  /** Of the target's company, where it has administrators of its own. */
  company?: CompanyPermission
  /** The decider writes down how they made sure, in at least 20 characters. */
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
  'service-account-add': { permission: 'manage_service_account', isSuperAdmin: true },
  'admin-roles': { permission: 'manage_admin_user' },
  'admin-add': { permission: 'manage_admin_user', isSuperAdmin: true },
  'admin-reset': { permission: 'manage_admin_user', isSuperAdmin: true },
  'admin-deactivate': { permission: 'manage_admin_user', isSuperAdmin: true },
}

export const leastEvidence = 20

/**
 * `waiting`: approved, and done at `notBefore`. `open`: due now. `failed`: nothing was done, `outcome` says why.
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

/** Why an approved action was not done. */
export const approvalOutcomes = [
  'changed meanwhile',
  'asker not allowed',
  'decider not allowed',
  'not possible',
  'stopped',
  'expired',
] as const

export type ApprovalOutcome = (typeof approvalOutcomes)[number]

/** The answer (202) of a call whose action waits for a second person. */
const askedApproval = z.object({
  approval: z.object({
    id: z.uuid(),
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    /** Once approved, it is done then at the earliest. */
    notBefore: time,
    expiresAt: time,
  }),
  /** Of an action that makes one: it works once the action is approved, and is told only here. */
  clientSecret: z.optional(z.string()),
  /** Of a recovery of password and second factor: the code to read out to the user, told only here. */
  supportCode: z.optional(z.string()),
})

export type AskedApproval = z.output<typeof askedApproval>
/** As the server makes it. `isStuck`: nobody could decide it, so that the call answers `noSecondPerson`. */
export type AskedApprovalReply = z.input<typeof askedApproval> & { isStuck?: boolean }

export type SecondPerson = { kind: ApprovalKind; reply: typeof askedApproval }

/** For an endpoint whose action may wait for a second person. */
export function secondPerson(kind: ApprovalKind): SecondPerson {
  return { kind, reply: askedApproval }
}

/** What such an endpoint may answer: the same is asked for already, or nobody could decide. */
export const secondPersonErrors = errors('approvalPending', 'noSecondPerson')

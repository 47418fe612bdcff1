import * as z from 'zod/mini'
import { isEvidence } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, requiredText, time, uuid } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_users'] } as const

const recovery = z.object({
  id: uuid,
  /** `asked`: not decided yet. `waiting`: approved, waiting until `notBefore`. */
  state: z.enum(['asked', 'waiting']),
  user: z.object({ id: uuid, firstname: z.string(), lastname: z.string(), email: z.string() }),
  /** Name of the requester; empty if the requester is not a user of the company. */
  askedBy: z.string(),
  reason: z.string(),
  /** Phone number that the user gave for a callback; empty if none. */
  phone: z.string(),
  askedAt: time,
  /** Earliest time at which the link is emailed. */
  notBefore: time,
  expiresAt: time,
  /** Name of the approver; empty if the approver is not a user of the company. */
  decidedBy: z.string(),
  /** False if the request is decided, or if the caller may not approve it: see `approvalObstacles`. */
  mayDecide: z.boolean(),
  /** True if the caller may decline the request, even if they may not approve it. Missing from earlier releases. */
  mayRefuse: z.optional(z.boolean()),
})

export type Recovery = z.output<typeof recovery>

export const listRecoveries = endpoint('GET /users/company/approvals', {
  access,
  summary:
    'Lists the latest 100 pending two-factor reset requests of the company’s users. A request is pending until its link has been emailed',
  reply: z.array(recovery),
})

const ofRecovery = {
  access,
  stepUp: { withinMinutes: 5 },
  params: idParams,
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'mayNotDecide', 'changedMeanwhile'),
} as const

export const approveRecovery = endpoint('POST /users/company/approvals/{id}/approve', {
  ...ofRecovery,
  danger: {
    worst: 'the second half of a recovery',
    reason: 'independent of the requester; a waiting time, in which the user can stop it',
  },
  summary:
    'Approves a two-factor reset for a user of the company. The link is emailed after the waiting period. `evidence` states how the caller verified the user’s identity, in at least 20 characters',
  body: z.object({
    evidence: requiredText(2000).check(z.refine(isEvidence, 'evidenceTooShort')),
  }),
  example: { evidence: 'I know the voice: called back on the office number.' },
})

export const refuseRecovery = endpoint('POST /users/company/approvals/{id}/refuse', {
  ...ofRecovery,
  danger: { worst: 'a recovery is delayed', reason: 'it only prevents' },
  summary:
    'Declines a two-factor reset for a user of the company. The user is emailed that it was declined, without the reason',
  body: namedObject('Refusal', { reason: requiredText(2000) }),
})

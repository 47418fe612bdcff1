import * as z from 'zod/mini'
import { minEvidenceLength } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, requiredText, time } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_users'] } as const

const recovery = z.object({
  id: z.uuid(),
  /** `waiting`: approved; takes effect at `notBefore`. */
  state: z.enum(['asked', 'waiting']),
  user: z.object({ id: z.uuid(), firstname: z.string(), lastname: z.string(), email: z.string() }),
  /** Name of the requester; empty if the requester is not a user of the company. */
  askedBy: z.string(),
  reason: z.string(),
  /** Phone number that the user gave for a callback. */
  phone: z.string(),
  askedAt: time,
  /** Earliest time at which the link is mailed. */
  notBefore: time,
  expiresAt: time,
  /** Name of the approver; empty if the approver is not a user of the company. */
  decidedBy: z.string(),
  /** False for the caller's own request, and for a caller who has had the permission for less than a day. */
  mayDecide: z.boolean(),
})

export type Recovery = z.output<typeof recovery>

export const listRecoveries = endpoint('GET /users/company/approvals', {
  access,
  summary:
    'Users of the caller’s company whose lost second factor is to be replaced, until the link is mailed; the latest 100',
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
  summary:
    'Lets a colleague replace a lost second factor, once the waiting time is over. `evidence` says how the caller made sure, in at least 20 characters',
  body: z.object({
    evidence: requiredText(2000).check(
      z.refine((text) => text.trim().length >= minEvidenceLength, 'evidenceTooShort'),
    ),
  }),
  example: { evidence: 'I know the voice: called back on the office number.' },
})

export const refuseRecovery = endpoint('POST /users/company/approvals/{id}/refuse', {
  ...ofRecovery,
  summary: 'Refuses to let a colleague replace a second factor; the user is told why',
  body: namedObject('Refusal', { reason: requiredText(2000) }),
})

import * as z from 'zod/mini'
import { accessEnd } from '#contract/access-end.ts'
import { endpoint } from '#contract/endpoint.ts'
import { distinctList, locale } from '#contract/fields.ts'
import { idempotencyKey } from '#contract/guest-row.ts'
import { namedObject } from '#contract/named.ts'
import { invitedRoles } from '#contract/platform-role.ts'
import { errors } from '#contract/refusal.ts'

export const changeInvitations = endpoint('POST /admin/invitations/bulk/change', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  stepUp: 15,
  danger: {
    worst: 'invited users get more platforms than intended',
    reason: 'only platforms of their company, and each change is in the audit log',
  },
  summary:
    'Changes platforms, roles, email language or end of access of pending invitations and returns the result of each. Links that were emailed stay valid',
  headers: idempotencyKey,
  /** Omitted terms are unchanged; with `subsystems`, the roles are those of `platformRoles`. */
  body: namedObject('InvitationChange', {
    ids: distinctList(z.string().check(z.maxLength(100)), 500).check(z.minLength(1, 'required')),
    subsystems: z.optional(distinctList(z.string(), 100, 'tooLong')),
    platformRoles: invitedRoles,
    preferredLanguage: z.optional(locale),
    /** Time at which the granted access ends; null for no end. */
    accessExpiresAt: z.optional(z.nullable(accessEnd)),
  }),
  /** Results in the order of the ids. */
  reply: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        /** Error code; null for success. */
        code: z.nullable(z.int()),
        company: z.optional(z.string()),
      }),
    ),
  }),
  refusals: errors('idempotencyKeyReused'),
})

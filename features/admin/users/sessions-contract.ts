import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, recordId, requiredText } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'

const details = {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  machine: 'admin:users',
  stepUp: 15,
  danger: {
    worst: 'a user is logged out',
    reason: 'ends or prevents access; the user can log in again',
  },
  /** The reason is stored in the audit log and never emailed. */
  body: z.object({ reason: requiredText(500) }),
  refusals: errors('notFound'),
} as const

export const endSessions = endpoint('POST /admin/users/{id}/sessions/logout', {
  ...details,
  params: idParams,
  summary: 'Ends all sessions of a user, at the portal and on every platform',
  reply: z.object({ ended: z.int() }),
})

export const endSessionOfUser = endpoint('POST /admin/users/{id}/sessions/{sessionId}/logout', {
  ...details,
  summary: 'Ends one of a user’s sessions, at the portal and on every platform',
  params: z.object({ id: recordId, sessionId: recordId }),
  reply: nothing,
})

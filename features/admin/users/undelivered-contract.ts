import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { time } from '#contract/fields.ts'

/** At most so many, the latest. */
export const maxUndelivered = 200

export const listUndelivered = endpoint('GET /admin/mails/undelivered', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  summary:
    'Mails of the last seven days that the mail server refused and that were not sent again, and those that wait for a quarter of an hour, the latest first, at most 200. Those to admins are for readers of the admins’ log',
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      state: z.enum(['queued', 'failed']),
      to: z.string(),
      /** The user that it went to; null for an address without an account and for admins. */
      userId: z.nullable(z.uuid()),
      createdAt: time,
      lastError: z.nullable(z.string()),
      canResend: z.boolean(),
    }),
  ),
})

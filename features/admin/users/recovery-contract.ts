import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { idParams } from '#contract/fields.ts'
import { recoveryUnderWay } from '#contract/link.ts'
import { errors } from '#contract/refusal.ts'

export const findUserRecovery = endpoint('GET /admin/users/{id}/recovery', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  summary: 'Returns a user’s pending request to replace the second factor, or null',
  params: idParams,
  reply: z.object({ recovery: z.nullable(recoveryUnderWay) }),
  refusals: errors('notFound'),
})

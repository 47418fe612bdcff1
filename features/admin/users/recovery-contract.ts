import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { idParams } from '#contract/fields.ts'
import { recoveryUnderWay } from '#contract/link.ts'
import { errors } from '#contract/refusal.ts'

export const findUserRecovery = endpoint('GET /admin/users/{id}/recovery', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  summary: 'Returns the open request to replace a user’s second factor; null without one',
  params: idParams,
  reply: z.object({ recovery: z.nullable(recoveryUnderWay) }),
  refusals: errors('notFound'),
})

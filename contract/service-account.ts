import * as z from 'zod/mini'
import { time } from './fields.ts'

export const serviceAccountAccess = { adminWithAnyOf: ['manage_service_account'] } as const

/** As a list shows it. */
export const listedServiceAccount = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  scopes: z.array(z.string()),
  expiresAt: time,
  lastUsedAt: z.nullable(time),
})

import * as z from 'zod/mini'
import { time } from './fields.ts'
import { named } from './named.ts'

export const serviceAccountAccess = { adminWithAnyOf: ['manage_service_account'] } as const

export const serviceAccountStates = ['active', 'expired', 'revoked'] as const

/** A service account in a list. */
export const listedServiceAccount = z.object({
  id: z.string(),
  name: z.string(),
  state: named('ServiceAccountState', z.enum(serviceAccountStates)),
  scopes: z.array(z.string()),
  expiresAt: time,
  lastUsedAt: z.nullable(time),
})

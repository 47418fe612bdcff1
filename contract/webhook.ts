import * as z from 'zod/mini'
import { time } from './fields.ts'

/** The event types of webhooks. Any version can add types, so receivers must ignore unknown ones. */
export const eventTypes = [
  'user.invited',
  'user.signed_up',
  'user.changed',
  'user.activated',
  'user.deactivated',
  'user.erased',
  'session.started',
  'session.ended',
  'credential.changed',
  'access.given',
  'access.changed',
  'access.taken',
  'access.refused',
  'company.changed',
  'recovery.asked',
  'recovery.stopped',
  'recovery.opened',
  'security.account_locked',
  'security.address_blocked',
  'security.passkey_cloned',
] as const

export type EventType = (typeof eventTypes)[number]

/** Event types that do not concern a user with platform access. Only webhooks of the provider receive them. */
export const providerEvents: readonly EventType[] = [
  'user.invited',
  'company.changed',
  'security.address_blocked',
]

/** The body of a delivery: ids only, no name, address or IP address. */
export const webhookEvent = z.object({
  type: z.enum(eventTypes),
  /** The time of the event. */
  timestamp: time,
  data: z.object({
    /** The id of the user, invitation (`user.invited`) or company (`company.changed`); null for a blocked address. */
    id: z.nullable(z.string()),
    /** The user's company at the time of the event. */
    company: z.nullable(z.string()),
    /** The platform, for `access.…` events. */
    platform: z.optional(z.string()),
    /** The kind of credential, for `credential.changed`. */
    credential: z.optional(z.enum(['password', 'authenticator', 'passkey', 'recovery-codes'])),
    by: z.enum(['user', 'company', 'admin', 'platform', 'service', 'system']),
    /** The id of the request that caused the event; the audit log contains it, too. */
    requestId: z.string(),
  }),
})

export type WebhookEvent = z.output<typeof webhookEvent>

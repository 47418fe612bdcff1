import * as z from 'zod/mini'
import { time } from './fields.ts'

/** What a webhook can be told. A new type may come with any version: ignore unknown ones. */
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

/** Those that are about no user with platform access: only webhooks of the provider get them. */
export const providerEvents: readonly EventType[] = [
  'user.invited',
  'company.changed',
  'security.address_blocked',
]

/** The body of a delivery: ids only, no name, address or IP address. */
export const webhookEvent = z.object({
  type: z.enum(eventTypes),
  /** When it happened. */
  timestamp: time,
  data: z.object({
    /** The user; of `user.invited` the invitation, of `company.changed` the company, of a blocked address null. */
    id: z.nullable(z.string()),
    /** The user's company at that moment. */
    company: z.nullable(z.string()),
    /** Of `access.…` events: the platform. */
    platform: z.optional(z.string()),
    /** Of `credential.changed`. */
    credential: z.optional(z.enum(['password', 'authenticator', 'passkey', 'recovery-codes'])),
    by: z.enum(['user', 'company', 'admin', 'platform', 'service', 'system']),
    /** Of the call that did it; in the audit log, too. */
    requestId: z.string(),
  }),
})

export type WebhookEvent = z.output<typeof webhookEvent>

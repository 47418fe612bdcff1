import * as z from 'zod/mini'
import { namedObject } from './named.ts'

/** Kinds of targets of an entry. */
const auditTargetKinds = [
  'user',
  'admin',
  'company',
  'platform',
  'invitation',
  'webhook',
  'service',
  'api',
  'session',
  'month',
] as const

const auditActorKinds = ['user', 'admin', 'platform', 'service', 'system', 'visitor'] as const

/** An entry of the audit log as pages display it (web/parts/audit-sentence.tsx). */
export const auditEntry = namedObject('AuditEntry', {
  id: z.uuid(),
  /** The actor's current name; empty for visitors, the system and erased users. */
  user: z.string(),
  userId: z.nullable(z.string()),
  actorKind: z.enum(auditActorKinds),
  /** The target's current name, or the email address of an invitation; empty if the target was deleted. */
  target: z.string(),
  targetId: z.nullable(z.string()),
  /** Null without a target. */
  targetKind: z.nullable(z.enum(auditTargetKinds)),
  action: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Current names of the platforms and companies in `subSystem` and `data`, by id. */
  names: z.record(z.string(), z.string()),
  ipAddress: z.string(),
  timestamp: z.iso.datetime(),
  subSystem: z.string(),
  requestId: z.string(),
})

export type AuditEntry = z.output<typeof auditEntry>
export type AuditTargetKind = (typeof auditTargetKinds)[number]

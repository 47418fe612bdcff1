import * as z from 'zod/mini'
import { auditTargetKinds } from './audit-action.ts'
import { namedObject } from './named.ts'
import { uuid } from './fields.ts'

const auditActorKinds = ['user', 'admin', 'platform', 'service', 'system', 'visitor'] as const

/** An entry of the audit log as pages display it (web/parts/audit-sentence.tsx). */
export const auditEntry = namedObject('AuditEntry', {
  id: uuid,
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

/** The columns of the audit log's CSV file, each with an example. */
export const auditCsvColumns = {
  timestamp: '2026-03-02T09:12:00.000Z',
  user: 'Grace Hopper',
  userId: '01900000-0000-7000-8000-000000000001',
  actorKind: 'user',
  action: 'login_succeeded',
  target: '',
  targetId: '',
  data: '{}',
  ipAddress: '203.0.113.9',
  subSystem: 'portal',
  requestId: '3f1c-0e',
  id: '01900000-0000-7000-8000-000000000002',
} satisfies { [Name in keyof AuditEntry]?: string }

export type AuditEntry = z.output<typeof auditEntry>

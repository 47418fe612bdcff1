import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { auditReasonOf } from './audit-sentence-parts.ts'
import { auditSentenceMessages } from './texts/messages.ts'

const entry: AuditEntry = {
  id: '01900000-0000-7000-8000-000000000000',
  timestamp: '2026-11-05T01:00:00.000Z',
  actorKind: 'visitor',
  userId: null,
  user: '',
  targetId: null,
  targetKind: null,
  target: '',
  action: 'login_failed',
  data: { reason: 'password' },
  ipAddress: '203.0.113.200',
  subSystem: 'portal',
  requestId: '',
  names: {},
}

const reasonOf = (change: Partial<AuditEntry>) =>
  auditReasonOf(auditSentenceMessages.en, { ...entry, ...change })

test('3A19: a failed login with an unknown address or passkey repeats no reason that its sentence implies', () => {
  equal(reasonOf({}), undefined)
  equal(reasonOf({ action: 'passkey_refused', data: { reason: 'unknown' } }), undefined)
  equal(reasonOf({ targetId: entry.id, targetKind: 'user' }), 'wrong password')
  equal(reasonOf({ data: { reason: 'human check' } }), 'human check failed')
})

import type { RecordedAction } from '#contract/audit-action.ts'
import { deepEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { db, transaction } from '#server/db.ts'
import { addAdmin, addPlatform, addUser } from '#test/people.ts'
import { recordAudit } from './audit.ts'
import { listAuditEntries } from './audit-entries.ts'
import { addInvitation } from '../invitations/invitation.ts'
import { findOrCreatePartner } from '../companies/partner.ts'

async function latestEntry() {
  const [entry] = await listAuditEntries(db, { seesAdmins: true }, { take: 1, after: undefined })
  ok(entry)
  return entry
}

test('U10: an entry about an invitation has its email address and the names of its company and platforms', async () => {
  const { id: platformId } = await addPlatform({ id: 'freight', name: 'Freight Desk' })
  const partnerId = await findOrCreatePartner(db, 'Harbour Ltd')
  const invitedUser = {
    partnerId,
    email: 'lucia@harbour.example',
    firstname: 'Lucía',
    lastname: 'Castillo',
    preferredLanguage: 'es' as const,
    subsystems: [platformId],
  }
  const admin = { adminId: (await addAdmin()).id }
  await transaction(db, (tx) => addInvitation(tx, admin, invitedUser))
  const { target, targetKind, names } = await latestEntry()
  deepEqual(
    { target, targetKind, names },
    {
      target: 'lucia@harbour.example',
      targetKind: 'invitation',
      names: { [platformId]: 'Freight Desk', [partnerId]: 'Harbour Ltd' },
    },
  )
  await recordAudit(db, { ...admin, platformId }, 'platform_changed', { targetId: platformId })
  const changed = await latestEntry()
  deepEqual([changed.target, changed.targetKind], ['Freight Desk', 'platform'])
})

test('U10: an entry about a deleted target still returns the kind of the target', async () => {
  const { id: userId } = await addUser()
  const { id: adminId } = await addAdmin()
  const cases: [RecordedAction, object, string][] = [
    ['invitation_revoked', { adminId }, 'invitation'],
    ['partner_changed', { adminId }, 'company'],
    ['platform_changed', { adminId }, 'platform'],
    ['webhook_removed', { adminId }, 'webhook'],
    ['admin_reset', { adminId }, 'admin'],
    ['user_deactivated', { adminId }, 'user'],
    ['password_link_sent', { adminId }, 'user'],
    ['platform_access_given', { adminId }, 'user'],
    ['session_ended', { adminId }, 'session'],
    ['session_ended', { userId }, 'session'],
    ['session_reported', { userId }, 'session'],
    ['session_ended', {}, 'user'],
    ['login_failed', {}, 'user'],
    ['audit_month_retired', { kind: 'system' }, 'month'],
  ]
  for (const [action, actor, kind] of cases) {
    await recordAudit(db, actor, action, { targetId: randomUUID() })
    const { target, targetKind } = await latestEntry()
    deepEqual([target, targetKind], ['', kind], action)
  }
})

import { deactivateDormantAdmin, lockAdmins, warnDormantAdmin } from '#domain/accounts/admin.ts'
import { adminArea, recordAudit } from '#domain/audit/audit.ts'
import { processDormant } from '#domain/accounts/dormant.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { db, type Transaction } from '#server/db.ts'
import { endAdminAccess } from './set-active.ts'

const system = { kind: 'system' }

/** Warns and then deactivates unused admins. Keeps one active super admin, or two with two-person approval. */
export function processDormantAdmins(): Promise<void> {
  return processDormant(db, 'admins', { warn, deactivate })
}

async function warn(tx: Transaction, id: string): Promise<void> {
  const admin = await warnDormantAdmin(tx, id)
  if (!admin) return
  const until = admin.until.toISOString()
  await mailUser(tx, 'admin-dormant', admin, { until })
  const details = { targetId: id, subSystem: adminArea, data: { until } }
  await recordAudit(tx, system, 'dormant_admin_warned', details)
}

async function deactivate(tx: Transaction, id: string): Promise<void> {
  await lockAdmins(tx)
  const admin = await deactivateDormantAdmin(tx, id)
  if (!admin) return
  const endedSessions = await endAdminAccess(tx, id)
  await mailUser(tx, 'admin-dormant-deactivated', admin)
  const data = { reason: 'unused', endedSessions }
  await recordAudit(tx, system, 'admin_deactivated', { targetId: id, subSystem: adminArea, data })
}

import type { RecordedAction } from '#contract/audit-action.ts'
import type { Db, Transaction } from '#server/db.ts'
import { findAdmin } from '../accounts/admin.ts'
import { adminArea, recordAudit, type Actor } from '../audit/audit.ts'
import { enqueueMail } from '../mail/mail.ts'
import type { Approval } from './approval.ts'

/**
 * Records a step of an approval, in the admin area if an admin or a service account requested it, even if the system
 * executes it.
 */
export function recordStep(
  db: Db,
  actor: Actor,
  action: RecordedAction,
  { id: approvalId, kind, targetId, askedKind, proposal: { total } }: Approval,
  details: Record<string, unknown> = {},
): Promise<void> {
  const data = { approvalId, kind, total, ...details }
  const isOfAdmins = askedKind === 'admin' || askedKind === 'service'
  const subSystem = isOfAdmins ? { subSystem: adminArea } : {}
  return recordAudit(db, actor, action, { targetId, data, ...subSystem })
}

/** Emails an admin the outcome of their request. Users get the mails of the approval's kind instead. */
export async function mailRequester(
  tx: Transaction,
  { id, askedKind, askedBy }: Approval,
): Promise<void> {
  const admin = askedKind === 'admin' ? await findAdmin(tx, askedBy) : undefined
  if (admin?.active) await enqueueMail(tx, 'approval-decided', admin, { approvalId: id })
}

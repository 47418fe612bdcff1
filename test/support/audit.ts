import { rows, db } from '#server/db.ts'

export type AuditRow = {
  action: string
  actorId: string | null
  data: Record<string, unknown>
  ipAddress: string
  requestId: string
  subSystem: string
}

/** The audit rows with the user as actor or target, oldest first. */
export function auditOf(userId: string): Promise<AuditRow[]> {
  return rows<AuditRow>(db)`
    select action, actor_id, data, ip_address, request_id, sub_system from audit_log
    where actor_id = ${userId} or target_id = ${userId} order by id`
}

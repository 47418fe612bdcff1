import type { Query } from '#contract/endpoint.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { findAuditPage, seesAdmins } from '#domain/audit/audit-entries.ts'
import type { AdminCaller } from '#server/caller.ts'
import { db, type Db } from '#server/db.ts'
import { findPage } from '#server/paging.ts'
import type { listActivity } from './activity-contract.ts'
import { requireUser } from './list.ts'

type Call = Parameters<typeof findPage>[0] & {
  params: { id: string }
  query: Query<typeof listActivity>
  caller: AdminCaller
}

/** Lists the audit rows about a user. Records the search once in the audit log, not for each page. */
export async function listActivityOf(reader: Db, call: Call) {
  const { params, query, caller } = call
  const { id } = await requireUser(reader, params.id)
  const { startDate, endDate } = query
  const search = { who: [id], startDate, endDate, seesAdmins: seesAdmins(caller) }
  const cursorScope = `activity of ${id} for ${caller.adminId} ${startDate} ${endDate}`
  const entries = await findPage(call, cursorScope, (page) => findAuditPage(reader, search, page))
  if (query.cursor === undefined) {
    await recordAudit(db, caller, 'audit_log_searched', { data: { filters: search } })
  }
  return entries
}

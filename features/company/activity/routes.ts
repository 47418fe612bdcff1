import { csvOfAudit } from '#domain/audit/audit-csv.ts'
import { findAuditPage } from '#domain/audit/audit-entries.ts'
import { filterFaults } from '#domain/audit/audit-search.ts'
import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import type { UserCaller } from '#server/caller.ts'
import * as contract from './contract.ts'
import { redactorFor } from './redact-entry.ts'
import { searchOf } from './search.ts'

export function companyActivityRoutes(server: Server): void {
  serve(
    server,
    contract.listCompanyActivity,
    async (call) => {
      const { query, caller } = call
      const { companyId, search, filters } = await searchOf(caller, query)
      const cursorScope = `activity of ${companyId} for ${caller.userId} ${JSON.stringify(search)}`
      const entries = await findPage(call, cursorScope, (page) => findAuditPage(db, search, page))
      // A search is recorded once, not again for each of its pages.
      if (query.cursor === undefined) await recordSearch(caller, 'audit_log_searched', filters)
      return entries.map(redactorFor(companyId))
    },
    filterFaults,
  )

  serve(
    server,
    contract.exportCompanyActivity,
    async ({ query, caller, reply }) => {
      const { companyId, search, filters } = await searchOf(caller, query)
      const redact = redactorFor(companyId)
      return sendCsv(reply, 'activity', csvOfAudit(db, search, { redact }), () =>
        recordSearch(caller, 'audit_log_exported', filters),
      )
    },
    filterFaults,
  )
}

function recordSearch(
  caller: UserCaller,
  action: 'audit_log_searched' | 'audit_log_exported',
  filters: object,
): Promise<void> {
  return recordAudit(db, { ...caller, area: companyArea }, action, { data: { filters } })
}

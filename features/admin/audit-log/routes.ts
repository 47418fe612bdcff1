import { actions } from '#contract/audit-action.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { csvOfAudit } from '#domain/audit/audit-csv.ts'
import { countAuditEntries, findAuditPage } from '#domain/audit/audit-entries.ts'
import { filterFaults } from '#domain/audit/audit-search.ts'
import { findClientRefusals } from '#domain/platforms/client-refusal.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { countByTime } from './count-by-time.ts'
import { recordSearch, recordWaitingSearches } from './record-search.ts'
import { searchOf } from './search.ts'
import { suggest } from './suggest.ts'

/** Limit of rejected requests that share a request id or its first characters. */
const maxRefusedRequests = 5

export function auditLogRoutes(server: Server): void {
  serve(
    server,
    contract.listEntries,
    async (call) => {
      const { query, caller, reader } = call
      const search = await searchOf(reader, caller, query)
      const owner = `audit log ${JSON.stringify(search)}`
      const entries = await findPage(call, owner, (page) => findAuditPage(reader, search, page))
      // A search is recorded once, not for each of its pages.
      if (query.cursor === undefined) recordSearch(db, caller, search)
      return entries
    },
    filterFaults,
  )

  server.addHook('onClose', recordWaitingSearches)

  serve(server, contract.listActions, async () => [...actions])

  serve(server, contract.listRefusedRequests, ({ query, reader }) =>
    findClientRefusals(reader, query.requestId, maxRefusedRequests),
  )

  serve(server, contract.suggest, ({ query, caller, reader }) => suggest(reader, caller, query.q))

  serve(
    server,
    contract.countByTime,
    ({ query, caller, reader }) => countByTime(reader, caller, query),
    filterFaults,
  )

  serve(
    server,
    contract.countNew,
    async ({ query, caller, reader }) => {
      const { after, ...filters } = query
      const search = await searchOf(reader, caller, filters)
      return { count: await countAuditEntries(reader, search, { after, adminId: caller.adminId }) }
    },
    filterFaults,
  )

  serve(
    server,
    contract.exportEntries,
    async ({ query, caller, reply, reader }) => {
      const search = await searchOf(reader, caller, query)
      return sendCsv(reply, 'audit-log', csvOfAudit(reader, search), () =>
        recordAudit(db, caller, 'audit_log_exported', { data: { filters: search } }),
      )
    },
    filterFaults,
  )
}

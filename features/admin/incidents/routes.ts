import { commonErrors, type Fault } from '#contract/refusal.ts'
import type { Query } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { listBlockedNetworks } from '#domain/credentials/blocked-network.ts'
import { blockNetwork, unblockNetwork } from './block.ts'
import * as contract from './contract.ts'
import { failureActions, getIncident, maxDays } from './contract.ts'
import { findIncident } from './find-incident.ts'

const dayMs = 24 * 60 * 60 * 1000

export function incidentRoutes(server: Server): void {
  serve(
    server,
    getIncident,
    async ({ query, caller, reader }) => {
      const incident = await findIncident(reader, query, { seesAdmins: seesAdmins(caller) })
      const filters = { startDate: query.from, endDate: query.to, actions: failureActions }
      await recordAudit(db, caller, 'audit_log_searched', { data: { filters } })
      return incident
    },
    periodFaults,
  )
  serve(server, contract.listBlockedNetworks, () => listBlockedNetworks(db))
  serve(server, contract.blockNetwork, ({ body, caller }) => blockNetwork(db, caller, body))
  serve(server, contract.unblockNetwork, ({ params, caller }) =>
    unblockNetwork(db, caller, params.id),
  )
}

/** Returns the faults of a period: the wrong order, or too long. */
function periodFaults({ from = '', to = '' }: Partial<Query<typeof getIncident>>): Fault[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  return days <= 0 || days > maxDays ? [{ code: commonErrors.invalidInput, field: 'from' }] : []
}

import { commonErrors, type Fault } from '#contract/refusal.ts'
import type { Query } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { serve, type Server } from '#server/http.ts'
import { getOverview, maxDays } from './contract.ts'
import { findOverview, periodOf } from './find-overview.ts'

const dayMs = 24 * 60 * 60 * 1000

export function overviewRoutes(server: Server): void {
  serve(
    server,
    getOverview,
    ({ query, caller, reader }) =>
      findOverview(reader, query, { ...caller, seesAdmins: seesAdmins(caller) }),
    periodFaults,
  )
}

/** Returns the faults of a period: only one bound, the wrong order, or too long. */
function periodFaults(query: Query<typeof getOverview>): Fault[] {
  const code = commonErrors.invalidInput
  if (query.from !== undefined && query.to === undefined) return [{ code, field: 'to' }]
  const lacksFrom = query.from === undefined && query.to !== undefined
  const { from, to } = periodOf(query)
  const days = (to.getTime() - from.getTime()) / dayMs
  return lacksFrom || days <= 0 || days > maxDays ? [{ code, field: 'from' }] : []
}

import type { Query, Reply } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import type { AdminCaller } from '#server/caller.ts'
import { rows, type Db } from '#server/db.ts'
import type { countByTime as endpoint } from './contract.ts'
import { searchOf } from './search.ts'

const hourMs = 3_600_000
const defaultPeriodMs = 30 * 24 * hourMs
const maxParts = 96
const maxPartHours = 720
const partHours = [1, 2, 3, 6, 12, 24, 48, 168, maxPartHours]
const maxPeriodMs = maxParts * maxPartHours * hourMs

/**
 * Returns the number of events and of failures in each part of the period, zero for a part without events. Reads the
 * totals by hour, area and action, which contain only sealed entries (domain/audit/activity.ts). They name no actor, so
 * `ownSearches` excludes the searches of all admins.
 */
export async function countByTime(
  db: Db,
  caller: AdminCaller,
  query: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { startDate, endDate, actions } = await searchOf(db, caller, query)
  const now = Date.now()
  const until = Math.min(endDate === undefined ? now : Date.parse(endDate), now)
  const requestedFrom = startDate === undefined ? until - defaultPeriodMs : Date.parse(startDate)
  const from = Math.max(requestedFrom, until - maxPeriodMs)
  const hours =
    partHours.find((length) => until - from <= maxParts * length * hourMs) ?? maxPartHours
  if (from >= until) return { hours, parts: [] }
  const partMs = hours * hourMs
  const firstMs = Math.floor(from / partMs) * partMs
  const firstStart = new Date(firstMs)
  const counts = await rows<{ start: Date; count: number; failures: number }>(db)`
    select start, sum(count)::int as count,
           coalesce(sum(count) filter (where action ~ '_(failed|refused)$'), 0)::int as failures
    from (
      select date_bin(make_interval(hours => ${hours}), hour, ${firstStart}) as start, action, sum(count) as count
      from activity_totals
      where hour >= ${firstStart} and hour < ${new Date(until)}
        and area = any(${seesAdmins(caller) ? ['user', 'admin', 'platform', 'system'] : ['user', 'platform']})
        and (${actions ?? null}::text[] is null or action = any(${actions ?? null}))
        and (${query.ownSearches === undefined} or action not in ('audit_log_searched', 'search_result_opened'))
      group by 1, 2) counted
    group by 1`
  const byStart = new Map(counts.map((each) => [each.start.getTime(), each]))
  const parts = Array.from({ length: Math.ceil((until - firstMs) / partMs) }, (_, index) => {
    const start = firstMs + index * partMs
    const { count = 0, failures = 0 } = byStart.get(start) ?? {}
    return { start: new Date(start).toISOString(), count, failures }
  })
  return { hours, parts }
}

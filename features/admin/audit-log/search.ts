import { commonErrors, type Fault } from '#contract/refusal.ts'
import { actions } from '#domain/audit.ts'
import { seesAdmins } from '#domain/audit-entries.ts'
import type { AuditSearch } from '#domain/audit-select.ts'
import type { AdminCaller } from '#server/caller.ts'
import { scalars, type Db } from '#server/db.ts'
import type { Filters } from './contract.ts'

const dayMs = 24 * 60 * 60 * 1000

const known: ReadonlySet<unknown> = new Set(actions)

/** The filters of a query that only the server can refuse, whatever the contract says of the others. */
export function filterFaults({
  startDate,
  endDate,
  action,
}: Pick<Filters, 'startDate' | 'endDate' | 'action'>): Fault[] {
  const wrong = [
    ...([action ?? []].flat().every((each) => known.has(each)) ? [] : ['action']),
    ...(Date.parse(String(endDate)) + (isDay(endDate) ? dayMs - 1 : 0) <
    Date.parse(String(startDate))
      ? ['endDate']
      : []),
  ]
  return wrong.map((field) => ({ code: commonErrors.invalidInput, field }))
}

/** The filters as they are queried. */
export async function searchOf(
  db: Db,
  caller: AdminCaller,
  filters: Filters & { ownSearches?: 'hidden' | undefined },
): Promise<AuditSearch> {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId, company } = filters
  const wanted = [action ?? []].flat()
  const start = startDate === undefined ? undefined : new Date(startDate)
  const end =
    endDate === undefined ? undefined : new Date(Date.parse(endDate) + (isDay(endDate) ? dayMs : 0))
  return {
    startDate: start?.toISOString(),
    endDate: end?.toISOString(),
    actions: wanted.length > 0 ? [...new Set(wanted)].sort() : undefined,
    who: user === undefined ? undefined : await idsOf(db, user),
    ipAddress,
    subSystem,
    requestId,
    company,
    hidesSearchesOf: filters.ownSearches === 'hidden' ? caller.adminId : undefined,
    seesAdmins: seesAdmins(caller),
  }
}

/** The ids that a filter by user means; empty for an unknown email. */
async function idsOf(db: Db, user: string): Promise<string[]> {
  if (!user.includes('@')) return [user.toLowerCase()]
  return scalars<string>(db)`
    select id from users where email = ${user}
    union all select id from admins where email = ${user}`
}

function isDay(date: unknown): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(date))
}

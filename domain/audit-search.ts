import { actions } from '#contract/audit-action.ts'
import type { AuditFilters } from '#contract/audit-filters.ts'
import { commonErrors, type Fault } from '#contract/refusal.ts'
import { scalars, sql, type Db } from '#server/db.ts'
import type { AuditSearch } from './audit-select.ts'
import type { UserScope } from './user-list.ts'

const dayMs = 24 * 60 * 60 * 1000

const known: ReadonlySet<unknown> = new Set(actions)

/** The filters of a query that only the server can refuse, whatever the contract says of the others. */
export function filterFaults({
  startDate,
  endDate,
  action,
}: Pick<AuditFilters, 'startDate' | 'endDate' | 'action'>): Fault[] {
  const wrong = [
    ...([action ?? []].flat().every((each) => known.has(each)) ? [] : ['action']),
    ...(Date.parse(String(endDate)) + (isDay(endDate) ? dayMs - 1 : 0) <
    Date.parse(String(startDate))
      ? ['endDate']
      : []),
  ]
  return wrong.map((field) => ({ code: commonErrors.invalidInput, field }))
}

/** The filters as they are queried, of all companies or of one. */
export async function auditSearchOf(
  db: Db,
  scope: UserScope,
  filters: AuditFilters,
): Promise<Omit<AuditSearch, 'seesAdmins'>> {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = filters
  const wanted = [action ?? []].flat()
  const start = startDate === undefined ? undefined : new Date(startDate)
  const end =
    endDate === undefined ? undefined : new Date(Date.parse(endDate) + (isDay(endDate) ? dayMs : 0))
  return {
    startDate: start?.toISOString(),
    endDate: end?.toISOString(),
    actions: wanted.length > 0 ? [...new Set(wanted)].sort() : undefined,
    who: user === undefined ? undefined : await idsOf(db, scope, user),
    ipAddress,
    subSystem,
    requestId,
    // An id in the filters never widens the scope.
    company: scope === 'all' ? filters.company : scope.companyId,
  }
}

/** The ids that a filter by user means; empty for an unknown email. Of a company, only its own users are known. */
async function idsOf(db: Db, scope: UserScope, user: string): Promise<string[]> {
  const isEmail = user.includes('@')
  if (scope === 'all' && !isEmail) return [user.toLowerCase()]
  const isUser = isEmail ? sql`email = ${user}` : sql`id = ${user}::uuid`
  if (scope !== 'all')
    return scalars<string>(db)`
      select id from users where ${isUser} and partner_id = ${scope.companyId}`
  return scalars<string>(db)`
    select id from users where email = ${user}
    union all select id from admins where email = ${user}`
}

function isDay(date: unknown): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(date))
}

import { actions } from '#contract/audit-action.ts'
import type { AuditFilters } from '#contract/audit-filters.ts'
import { commonErrors, type Fault } from '#contract/refusal.ts'
import { scalars, sql, type Db } from '#server/db.ts'
import type { AuditSearch } from './audit-select.ts'
import type { UserScope } from '../lists/user-list.ts'

const dayMs = 24 * 60 * 60 * 1000

const knownActions: ReadonlySet<unknown> = new Set(actions)

/**
 * Returns the faults that the contract's schema cannot express: an unknown action, and an end date before the start
 * date.
 */
export function filterFaults({
  startDate,
  endDate,
  action,
}: Pick<AuditFilters, 'startDate' | 'endDate' | 'action'>): Fault[] {
  const isActionKnown = actionsOf(action).every((each) => knownActions.has(each))
  // The last millisecond of the end day, which the search includes.
  const lastMs = Date.parse(String(endDate)) + (isDay(endDate) ? dayMs - 1 : 0)
  // Without one of the dates, the comparison is with NaN, and false.
  const isReversed = lastMs < Date.parse(String(startDate))
  const wrongFields = [...(isActionKnown ? [] : ['action']), ...(isReversed ? ['endDate'] : [])]
  return wrongFields.map((field) => ({ code: commonErrors.invalidInput, field }))
}

/** Converts the filters of a call into a search of all companies or of one: dates into instants, a user into ids. */
export async function auditSearchOf(
  db: Db,
  scope: UserScope,
  filters: AuditFilters,
): Promise<Omit<AuditSearch, 'seesAdmins'>> {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = filters
  const actionList = actionsOf(action)
  const start = startDate === undefined ? undefined : new Date(startDate)
  // Exclusive: for a day, the start of the next day.
  const end =
    endDate === undefined ? undefined : new Date(Date.parse(endDate) + (isDay(endDate) ? dayMs : 0))
  return {
    startDate: start?.toISOString(),
    endDate: end?.toISOString(),
    actions: actionList.length > 0 ? [...new Set(actionList)].sort() : undefined,
    who: user === undefined ? undefined : await idsOf(db, scope, user),
    ipAddress,
    subSystem,
    requestId,
    // The caller's own company takes precedence over any company in the filters.
    company: scope === 'all' ? filters.company : scope.companyId,
  }
}

/**
 * Returns the ids that a filter by user matches; none for an unknown email address. In the scope of a company, only its
 * own users match.
 */
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

/** Returns the actions of the filter, which may be absent, one action or several. */
function actionsOf(action: AuditFilters['action']) {
  return [action ?? []].flat()
}

function isDay(date: unknown): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(date))
}

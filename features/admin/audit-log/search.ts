import { commonErrors, type Fault } from '#contract/refusal.ts'
import { actions } from '#domain/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { scalars, type Db } from '#server/db.ts'
import type { Filters } from './contract.ts'

export type Search = Partial<Awaited<ReturnType<typeof searchOf>>>

const dayMs = 24 * 60 * 60 * 1000

const known: ReadonlySet<unknown> = new Set(actions)

/** The filters of a query that only the server can refuse, whatever the contract says of the others. */
export function filterFaults({ startDate, endDate, action }: Filters): Fault[] {
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
export async function searchOf(db: Db, caller: AdminCaller, filters: Filters) {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = filters
  const wanted = [action ?? []].flat()
  const start = startDate === undefined ? undefined : new Date(startDate)
  const end =
    endDate === undefined ? undefined : new Date(Date.parse(endDate) + (isDay(endDate) ? dayMs : 0))
  return {
    startDate: start?.toISOString(),
    /** Exclusive. */
    endDate: end?.toISOString(),
    actions: wanted.length > 0 ? [...new Set(wanted)].sort() : undefined,
    /** Ids of actors or targets. */
    who: user === undefined ? undefined : await idsOf(db, user),
    ipAddress,
    subSystem,
    requestId,
    seesAdmins: caller.permissions.includes('view_admin_audit_log'),
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

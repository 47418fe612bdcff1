import { commonErrors, Refusal } from '#contract/refusal.ts'
import { actions } from '#domain/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { scalars, type Db } from '#server/db.ts'
import type { Filters } from './contract.ts'

export type Search = Partial<Awaited<ReturnType<typeof searchOf>>>

const dayMs = 24 * 60 * 60 * 1000

/** Returns the filters as they are queried. Throws 400001 with the name of an invalid one. */
export async function searchOf(db: Db, caller: AdminCaller, filters: Filters) {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = filters
  const wanted = [action ?? []].flat()
  if (wanted.some((each) => !(actions as readonly string[]).includes(each))) refuse('action')
  const start = startDate === undefined ? undefined : new Date(startDate)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(endDate ?? '')
  const end =
    endDate === undefined ? undefined : new Date(Date.parse(endDate) + (isDay ? dayMs : 0))
  if (start && end && end.getTime() - (isDay ? 1 : 0) < start.getTime()) refuse('endDate')
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

function refuse(field: string): never {
  throw new Refusal(commonErrors.invalidInput, { field })
}

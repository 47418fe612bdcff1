import { commonErrors, Refusal } from '#contract/refusal.ts'
import { actions } from '#domain/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { rows, type Db } from '#server/db.ts'
import type { Filters } from './contract.ts'

/** The filters as they are queried, and whether the admin may see admins' actions. */
export type Search = {
  startDate?: string
  /** Exclusive. */
  endDate?: string
  actions?: string[]
  /** Ids of actors or targets. */
  who?: string[]
  ipAddress?: string
  subSystem?: string
  requestId?: string
  seesAdmins: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** Throws 400001 with the name of an invalid filter. */
export async function searchOf(db: Db, caller: AdminCaller, filters: Filters): Promise<Search> {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = filters
  const wanted = [action ?? []].flat()
  if (wanted.some((each) => !(actions as readonly string[]).includes(each))) refuse('action')
  const start = startDate === undefined ? undefined : new Date(startDate)
  const end = endDate === undefined ? undefined : endOf(endDate)
  if (start && endDate !== undefined && lastOf(endDate) < start.getTime()) refuse('endDate')
  return {
    ...(start && { startDate: start.toISOString() }),
    ...(end && { endDate: end.toISOString() }),
    ...(wanted.length > 0 && { actions: [...new Set(wanted)].sort() }),
    ...(user !== undefined && { who: await idsOf(db, user) }),
    ...(ipAddress !== undefined && { ipAddress }),
    ...(subSystem !== undefined && { subSystem }),
    ...(requestId !== undefined && { requestId }),
    seesAdmins: caller.permissions.includes('view_admin_audit_log'),
  }
}

function endOf(endDate: string): Date {
  return new Date(Date.parse(endDate) + (isDay(endDate) ? dayMs : 0))
}

function lastOf(endDate: string): number {
  return Date.parse(endDate) + (isDay(endDate) ? dayMs - 1 : 0)
}

function isDay(date: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(date)
}

/** The ids that a filter by user means; empty for an unknown email. */
async function idsOf(db: Db, user: string): Promise<string[]> {
  if (!user.includes('@')) return [user.toLowerCase()]
  const found = await rows<{ id: string }>(db)`
    select id from users where email = ${user}
    union all select id from admins where email = ${user}`
  return found.map(({ id }) => id)
}

function refuse(field: string): never {
  throw new Refusal(commonErrors.invalidInput, { field })
}

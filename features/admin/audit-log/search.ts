import { commonErrors, Refusal } from '#contract/refusal.ts'
import { actions } from '#domain/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import type { Filters } from './contract.ts'
import { idsOf } from './people.ts'

/** What is looked for, and how much of it this admin may see. */
export type Search = {
  startDate?: string
  /** The first moment that is not looked at any more. */
  endDate?: string
  actions?: string[]
  /** The ids of the people whom it is about. */
  who?: string[]
  ipAddress?: string
  subSystem?: string
  requestId?: string
  seesAdmins: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** Throws a Refusal that names the filter which makes no sense. */
export async function searchOf(db: Db, caller: AdminCaller, sent: Filters): Promise<Search> {
  const { startDate, endDate, action, user, ipAddress, subSystem, requestId } = sent
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

/** Pages of one search: a cursor of any other list is refused. */
export function ownerOf(search: Search): string {
  return `audit log ${JSON.stringify(search)}`
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

function refuse(field: string): never {
  throw new Refusal(commonErrors.invalidInput, { field })
}

import type { Sql } from 'sql-template-tag'
import { rows, scalars, sql, type Db } from '#server/db.ts'
import { isOpenApproval, type Person } from './approval.ts'
import {
  approvalAsColumns,
  kindsSeenWith,
  preventsNoRefusal,
  selectCandidates,
} from './approval-rights.ts'

/** SQL for lists of `approvals a` by what one person may do with each request. */

/**
 * Returns SQL for a list that shows what this person may do: `join` adds at most one row to each open request, decided or
 * not, and `mayDecide` and `mayRefuse` are conditions on it.
 */
export function standingOf(person: Person) {
  const join = sql`
    left join lateral (
      select c.id, c.obstacle from (${selectCandidates(approvalAsColumns, person)}) c
      where ${isOpenApproval}) standing on true`
  const isHolder = sql`standing.id is not null`
  return {
    join,
    mayDecide: sql`(${isHolder} and standing.obstacle is null)`,
    mayRefuse: sql`(${isHolder} and ${preventsNoRefusal(sql`standing.obstacle`)})`,
  }
}

/**
 * Returns the SQL condition on `approvals a` for requests that this admin or user has the right to decide, whatever
 * their state.
 */
export function mayBeDecidedBy(person: Person): Sql {
  return sql`exists (
    select from (${selectCandidates(approvalAsColumns, person)}) c where c.obstacle is null)`
}

export type UndecidedRequest = { expiresAt: Date; mayDecide: boolean }

/**
 * Finds the undecided requests that meet a condition on `approvals a`, and whether this person may decide each. Evaluates
 * the rule of two people only if there are any, because its statement is slow to plan and to start.
 */
export async function findUndecided(
  db: Db,
  person: Person,
  condition: Sql,
): Promise<UndecidedRequest[]> {
  const isUndecided = sql`a.decided_at is null and ${isOpenApproval}`
  const ids = await scalars<string>(db)`
    select a.id from approvals a where ${isUndecided} and ${condition}`
  if (ids.length === 0) return []
  return rows<UndecidedRequest>(db)`
    select a.expires_at, ${mayBeDecidedBy(person)} as may_decide
    from approvals a where a.id = any(${ids}::uuid[]) and ${isUndecided}`
}

/** Counts the undecided requests that this admin may decide. */
export async function countAwaitingDecisionBy(
  db: Db,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<number> {
  const kinds = kindsSeenWith(permissions)
  if (kinds.length === 0) return 0
  const person = { kind: 'admin', id } as const
  const requests = await findUndecided(db, person, sql`a.kind = any(${kinds}::text[])`)
  return requests.filter(({ mayDecide }) => mayDecide).length
}

import type { Sql } from 'sql-template-tag'
import { scalar, sql, type Db } from '#server/db.ts'
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

/** Returns the SQL condition on `approvals a` for undecided requests that this person may decide now. */
export function awaitsDecisionBy(person: Person): Sql {
  return sql`(a.decided_at is null and ${isOpenApproval} and ${mayBeDecidedBy(person)})`
}

/** Counts the undecided requests that this admin may decide. */
export async function countAwaitingDecisionBy(
  db: Db,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<number> {
  const kinds = kindsSeenWith(permissions)
  if (kinds.length === 0) return 0
  const count = await scalar<number>(db)`
    select count(*)::int from approvals a
    where a.kind = any(${kinds}::text[]) and ${awaitsDecisionBy({ kind: 'admin', id })}`
  return count ?? 0
}

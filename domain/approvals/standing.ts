import type { Sql } from 'sql-template-tag'
import { rows, scalars, sql, type Db } from '#server/db.ts'
import { isOpenApproval, type Person } from './approval.ts'
import {
  approvalAsColumns,
  kindsSeenWith,
  allowsDeclining,
  selectCandidates,
} from './approval-rights.ts'

/** SQL for lists of `approvals a` by what one person may do with each request. */

/**
 * Returns SQL for a list that shows what this person may do. `join` joins the row `standing` to each open request if
 * the person holds the right to decide it. `mayDecide` and `mayRefuse` are conditions on this row. Check `decided_at`,
 * too, because approved requests are open until they are done.
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
    mayRefuse: sql`(${isHolder} and ${allowsDeclining(sql`standing.obstacle`)})`,
  }
}

/**
 * Returns the SQL condition on `approvals a` for requests that this admin or user may decide by right and independence,
 * whatever the state of the request.
 */
function mayBeDecidedBy(person: Person): Sql {
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

/** Counts the undecided requests of a company that this user of it may decide. */
export async function countCompanyDecisions(
  db: Db,
  partnerId: string,
  id: string,
): Promise<number> {
  const requests = await findUndecided(db, { kind: 'user', id }, sql`a.partner_id = ${partnerId}`)
  return requests.filter(({ mayDecide }) => mayDecide).length
}

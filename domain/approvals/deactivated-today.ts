import { fewUsers } from '#contract/approval.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { scalar, sql, type Transaction } from '#server/db.ts'
import { requiresTwoPeople } from './approval-rights.ts'

/**
 * Returns true if deactivating `count` more users is more than one person may do alone in a day: with two-person
 * approval, single calls and jobs count together. `actorId` is the id of an admin, a user or a service account.
 */
export async function isBeyondDay(
  tx: Transaction,
  actorId: string,
  count: number,
): Promise<boolean> {
  if (!(await requiresTwoPeople(tx, 'users-deactivate'))) return false
  return (await countDeactivated(tx, actorId)) + count > fewUsers
}

/** Throws 403001 with the rule `tooManyUsers` if one more user is too many. A bulk action requests an approval instead. */
export async function requireFewToday(tx: Transaction, actorId: string): Promise<void> {
  if (!(await isBeyondDay(tx, actorId, 1))) return
  const fault = { code: commonErrors.forbidden, rule: 'tooManyUsers' }
  throw new Refusal(fault.code, { faults: [fault] })
}

/** SQL expression on `audit_log l`: the approval of the row, or of the bulk job that the row is part of; null without one. */
export const approvalIdOf = sql`coalesce(l.data ->> 'approvalId', (
  select s.data ->> 'approvalId' from audit_log s
  where s.target_id = l.data ->> 'jobId' and s.action = 'bulk_job_started' limit 1))`

async function countDeactivated(tx: Transaction, actorId: string): Promise<number> {
  const count = await scalar<number>(tx)`
    select count(*)::int from audit_log l
    where l.actor_id = ${actorId} and l.action = 'user_deactivated' and l.timestamp > now() - interval '24 hours'
      and ${approvalIdOf} is null`
  return count ?? 0
}

import { maxUsersAlone } from '#contract/approval.ts'
import type { RecordedAction } from '#contract/audit-action.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { run, scalar, type Transaction } from '#server/db.ts'
import { requiresTwoPeople } from './approval-rights.ts'

/** Actions after which a user needs the help of others to log in. */
const lockingOut: readonly RecordedAction[] = [
  'user_deactivated',
  'second_factor_disabled',
  'passkey_disabled',
]

/**
 * Returns true if locking out `count` more users exceeds what one actor may do alone in 24 hours, by deactivating them
 * or disabling their second factors, in single calls and jobs together. There is no such limit without two-person
 * approval. `actorId` is the id of an admin, a user or a service account.
 */
export async function isBeyondDay(
  tx: Transaction,
  actorId: string,
  count: number,
): Promise<boolean> {
  if (!(await requiresTwoPeople(tx, 'users-deactivate'))) return false
  // Concurrent calls of one actor run one after the other, so that each counts the others.
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('deactivated by ' || ${actorId}, 0))`
  return (await countLockedOut(tx, actorId)) + count > maxUsersAlone
}

/**
 * Throws 403001 with the rule `tooManyUsers` if `count` more users are too many. A bulk action requests an approval
 * instead.
 */
export async function requireFewToday(tx: Transaction, actorId: string, count = 1): Promise<void> {
  if (!(await isBeyondDay(tx, actorId, count))) return
  const fault = { code: commonErrors.forbidden, rule: 'tooManyUsers' }
  throw new Refusal(fault.code, { faults: [fault] })
}

/** Counts single calls, and all users of a job from its start, because a worker deactivates them later. */
async function countLockedOut(tx: Transaction, actorId: string): Promise<number> {
  const count = await scalar<number>(tx)`
    select coalesce(sum(case when l.action = 'bulk_job_started' then (l.data ->> 'total')::int else 1 end), 0)::int
    from audit_log l
    where l.actor_id = ${actorId} and l.timestamp > now() - interval '24 hours' and not l.data ? 'approvalId'
      and (l.action = any(${[...lockingOut]}::text[]) and not l.data ? 'jobId'
           or l.action = 'bulk_job_started' and l.data ->> 'action' = 'deactivate')`
  return count ?? 0
}

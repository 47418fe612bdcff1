import { randomUUIDv7 } from 'node:crypto'
import type { ApprovalKind, ApprovalOutcome, ApprovalState } from '#contract/approval.ts'
import type { Permission } from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  affects,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'

/**
 * Requests of two-person approval (table approvals). The state is computed from timestamps, never stored. Each
 * transition is one conditional update, so that of any number of concurrent transitions exactly one succeeds.
 */

export type Person = { kind: 'user' | 'admin' | 'service' | 'system'; id: string }

export type Approval = {
  id: string
  kind: ApprovalKind
  targetId: string
  /** Company whose administrators may decide too; null if only admins of the provider may. */
  partnerId: string | null
  /** Parameters of the action: ids and values, never a secret. The hash of a secret has a name that ends in `Hash`. */
  proposal: Record<string, unknown>
  /** Values at the request that the action replaces, for the approver. */
  before: Record<string, unknown>
  /** Version of the target at the request; the action fails if the target has changed since. Null if unchecked. */
  targetVersion: number | null
  /** Permissions that the approver must hold in addition to the right to decide. */
  needs: string[]
  askedKind: Person['kind']
  askedBy: string
  reason: string
  askedAt: Date
  decidedKind: Exclude<Person['kind'], 'service'> | null
  decidedBy: string | null
  decidedAt: Date | null
  decision: 'approved' | 'refused' | null
  /** Approver's text: how the request was verified, or the reason for a refusal. */
  evidence: string
  cancelledAt: Date | null
  notBefore: Date
  /** End of the time to decide; after the approval, of the time to execute the action. */
  expiresAt: Date
  /** Time of the execution, successful or not, or of the expiry. */
  doneAt: Date | null
  outcome: 'done' | ApprovalOutcome | null
  state: ApprovalState
}

export type NewApproval = Pick<
  Approval,
  'kind' | 'targetId' | 'partnerId' | 'proposal' | 'before' | 'targetVersion' | 'reason'
> & {
  needs: readonly Permission[]
  /** Minimum time from the request to the action, in which the users concerned can stop it; a PostgreSQL interval. */
  delay: string
}

/** SQL expression for the `ApprovalState` of `approvals a`. The state `open` is narrower than `isOpenApproval`. */
const stateOf = sql`
  case when a.done_at is not null and a.outcome = 'done' then 'done'
       when a.outcome = 'expired' then 'expired'
       when a.done_at is not null then 'failed'
       when a.cancelled_at is not null then 'cancelled'
       when a.decision = 'refused' then 'refused'
       when a.expires_at <= now() then 'expired'
       when a.decision = 'approved' and a.not_before > now() then 'waiting'
       when a.decision = 'approved' then 'open'
       else 'asked' end`

/** Columns for lists: all but `proposal` and `before`, which may be long. */
export const listedColumns = sql`
  a.id, a.kind, a.target_id, a.partner_id, a.target_version, a.needs, a.asked_kind, a.asked_by,
  a.reason, a.asked_at, a.decided_kind, a.decided_by, a.decided_at, a.decision, a.evidence, a.cancelled_at,
  a.not_before, a.expires_at, a.done_at, a.outcome, ${stateOf} as state`

export const approvalColumns = sql`${listedColumns}, a.proposal, a.before`

/** SQL condition on `approvals a`: undecided or approved, and neither done nor cancelled nor expired. */
export const isOpenApproval = sql`(
  a.done_at is null and a.cancelled_at is null and a.decision is distinct from 'refused' and a.expires_at > now())`

/** SQL condition on `approvals`: past its expiry, and neither done nor refused nor cancelled. */
const isExpired = sql`(
  done_at is null and cancelled_at is null and decision is distinct from 'refused' and expires_at <= now())`

/** Time in which a request can be decided. */
const undecidedLifetime = '72 hours'
/** Time in which an approved request can be executed. */
const approvedLifetime = '7 days'

/**
 * Adds a request. Throws `approvalPending` if an open request of this kind exists for the target, or an expired request
 * that `expireApprovals` has not ended yet.
 */
export async function addApproval(
  tx: Transaction,
  requester: Person,
  approval: NewApproval,
): Promise<Approval> {
  const { kind, targetId } = approval
  const id = randomUUIDv7()
  // `do nothing`, because an error of the unique index would abort the transaction.
  const isAdded = await affects(tx)`
    insert into approvals
      (id, kind, target_id, partner_id, proposal, before, target_version, needs, asked_kind, asked_by, reason,
       not_before, expires_at)
    values (${id}, ${kind}, ${targetId}, ${approval.partnerId}, ${JSON.stringify(approval.proposal)},
            ${JSON.stringify(approval.before)}, ${approval.targetVersion}, ${[...approval.needs]},
            ${requester.kind}, ${requester.id}, ${approval.reason},
            now() + ${approval.delay}::interval, now() + ${undecidedLifetime}::interval)
    on conflict (kind, target_id)
      where done_at is null and cancelled_at is null and decision is distinct from 'refused'
      do nothing`
  if (!isAdded) throw new Refusal(errorCodes.approvalPending)
  return getApproval(tx, id)
}

export function findApproval(db: Db, id: string): Promise<Approval | undefined> {
  return row<Approval>(db)`select ${approvalColumns} from approvals a where a.id = ${id}`
}

export async function getApproval(db: Db, id: string): Promise<Approval> {
  const approval = await findApproval(db, id)
  if (!approval) throw new Error(`no approval ${id}`)
  return approval
}

/** Returns the open requests for a target, the oldest first; of all kinds if `kind` is undefined. */
export function findOpenApprovals(
  db: Db,
  targetId: string,
  kind?: ApprovalKind,
): Promise<Approval[]> {
  return rows<Approval>(db)`
    select ${approvalColumns} from approvals a
    where a.target_id = ${targetId} and a.kind = coalesce(${kind ?? null}, a.kind) and ${isOpenApproval}
    order by a.asked_at`
}

type Decision = { decision: 'approved' | 'refused'; evidence: string }
/** Person who decides a request; never a service account. */
export type Decider = Person & { kind: NonNullable<Approval['decidedKind']> }

/**
 * Records the decision. Returns undefined if the request was already decided or cancelled, or has expired. Atomic: of
 * any number of concurrent calls exactly one succeeds.
 */
export function markDecided(
  tx: Transaction,
  id: string,
  decider: Decider,
  { decision, evidence }: Decision,
): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a
    set decision = ${decision}, decided_kind = ${decider.kind}, decided_by = ${decider.id}, decided_at = now(),
        evidence = ${evidence}, expires_at = greatest(a.not_before, now()) + ${approvedLifetime}::interval
    where a.id = ${id} and a.decided_at is null and a.cancelled_at is null and a.done_at is null
      and a.expires_at > now()
    returning ${approvalColumns}`
}

/** Cancels a request. Returns undefined if it was already done, refused or cancelled, or has expired. */
export function markCancelled(
  tx: Transaction,
  id: string,
  person: Person,
): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a set cancelled_at = now(), cancelled_by = ${`${person.kind}:${person.id}`}
    where a.id = ${id} and ${isOpenApproval}
    returning ${approvalColumns}`
}

/**
 * Cancels the open request of a kind for a target; with `id`, only if the request has this id. Returns the id of the
 * cancelled request, or undefined if there is none.
 */
export function cancelOpenApproval(
  tx: Transaction,
  { kind, targetId, id }: { kind: ApprovalKind; targetId: string; id?: string | undefined },
  person: Person,
): Promise<string | undefined> {
  return scalar<string>(tx)`
    update approvals a set cancelled_at = now(), cancelled_by = ${`${person.kind}:${person.id}`}
    where a.kind = ${kind} and a.target_id = ${targetId} and a.id = coalesce(${id ?? null}::uuid, a.id)
      and ${isOpenApproval}
    returning a.id`
}

/**
 * Claims an approved request that is due, in the transaction that carries it out. The outcome is `done` until
 * `recordOutcome` replaces it. Returns undefined if the request is not due or another call has claimed it.
 */
export function claimDue(tx: Transaction, id: string): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a set done_at = now(), outcome = 'done'
    where a.id = ${id} and a.decision = 'approved' and a.done_at is null and a.cancelled_at is null
      and a.not_before <= now() and a.expires_at > now()
    returning ${approvalColumns}`
}

/** Records why a claimed request was not carried out. Call it in the transaction that has claimed it. */
export async function recordOutcome(
  tx: Transaction,
  id: string,
  outcome: ApprovalOutcome,
): Promise<void> {
  await run(tx)`update approvals set outcome = ${outcome} where id = ${id} and done_at is not null`
}

/** Maximum number of requests in a batch of the worker. */
const batchSize = 50

/** Approved request; `since` is the time from which it is due, as text with microseconds. */
export type DueApproval = { id: string; since: string }

/** Lists the next approved requests that are due, the longest due first. */
export function listDue(db: Db, after?: DueApproval): Promise<DueApproval[]> {
  return rows<DueApproval>(db)`
    select a.id, a.not_before::text as since from approvals a
    where a.decision = 'approved' and a.done_at is null and a.cancelled_at is null
      and a.not_before <= now() and a.expires_at > now()
      and ${after ? sql`(a.not_before, a.id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by a.not_before, a.id limit ${batchSize}`
}

/** Lists the next ids of requests that were not decided or carried out in time. */
export function listOverdue(db: Db, after?: string): Promise<string[]> {
  return scalars<string>(db)`
    select id from approvals where ${isExpired} and ${after === undefined ? sql`true` : sql`id > ${after}`}
    order by id limit ${batchSize}`
}

/**
 * Ends the requests that were not decided or carried out in time: one, or those of one target. Returns the ended
 * requests.
 */
export function expireApprovals(
  tx: Transaction,
  which: Pick<Approval, 'id'> | Pick<Approval, 'kind' | 'targetId'>,
): Promise<Approval[]> {
  const condition =
    'id' in which
      ? sql`a.id = ${which.id}`
      : sql`a.kind = ${which.kind} and a.target_id = ${which.targetId}`
  return rows<Approval>(tx)`
    update approvals a set done_at = now(), outcome = 'expired'
    where ${condition} and ${isExpired}
    returning ${approvalColumns}`
}

/**
 * Restarts the waiting time of an open request, for example after the user has set a new password by mail. `delay` is a
 * PostgreSQL interval.
 */
export async function delayApproval(tx: Transaction, id: string, delay: string): Promise<void> {
  await run(tx)`
    update approvals a
    set not_before = greatest(a.not_before, now() + ${delay}::interval),
        expires_at = greatest(a.expires_at, now() + ${delay}::interval + ${undecidedLifetime}::interval)
    where a.id = ${id} and ${isOpenApproval}`
}

import { randomUUIDv7 } from 'node:crypto'
import type { ApprovalKind, ApprovalOutcome, ApprovalState } from '#contract/approval.ts'
import type { Permission } from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
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
 * An action that waits for a second person (table approvals). States are computed; every move is one conditional
 * update, so that of any number of parallel ones exactly one happens.
 */

export type Person = { kind: 'user' | 'admin' | 'system'; id: string }

export type Approval = {
  id: string
  kind: ApprovalKind
  targetId: string
  /** The company whose own people may decide, too. */
  partnerId: string | null
  /** Exactly what will be done: ids and values, never a secret. The hash of one has a name that ends in `Hash`. */
  proposal: Record<string, unknown>
  before: Record<string, unknown>
  targetVersion: number | null
  /** Permissions that the decider must hold besides the right to decide. */
  needs: string[]
  askedKind: Person['kind']
  askedBy: string
  reason: string
  askedAt: Date
  decidedKind: Person['kind'] | null
  decidedBy: string | null
  decidedAt: Date | null
  decision: 'approved' | 'refused' | null
  evidence: string
  cancelledAt: Date | null
  notBefore: Date
  expiresAt: Date
  doneAt: Date | null
  outcome: 'done' | ApprovalOutcome | null
  state: ApprovalState
}

export type NewApproval = Pick<
  Approval,
  'kind' | 'targetId' | 'partnerId' | 'proposal' | 'before' | 'targetVersion' | 'reason'
> & {
  needs: readonly Permission[]
  /** An interval of PostgreSQL, in which those concerned can stop it. */
  delay: string
}

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

/** Without what it changes, which may be long. */
export const listedColumns = sql`
  a.id, a.kind, a.target_id, a.partner_id, a.target_version, a.needs, a.asked_kind, a.asked_by,
  a.reason, a.asked_at, a.decided_kind, a.decided_by, a.decided_at, a.decision, a.evidence, a.cancelled_at,
  a.not_before, a.expires_at, a.done_at, a.outcome, ${stateOf} as state`

export const approvalColumns = sql`${listedColumns}, a.proposal, a.before`

/** For statements about `approvals a`: neither done nor refused nor cancelled nor expired. */
export const isOpenApproval = sql`(
  a.done_at is null and a.cancelled_at is null and a.decision is distinct from 'refused' and a.expires_at > now())`

const isOver = sql`(
  done_at is null and cancelled_at is null and decision is distinct from 'refused' and expires_at <= now())`

/** Undecided ones end after `APPROVAL_HOURS`, approved ones a week after they may be done. */
const undecided = `${config.approvalHours} hours`
const afterDecision = '7 days'

/** Throws `approvalPending` where the same is asked for already. */
export async function addApproval(
  tx: Transaction,
  asked: Person,
  approval: NewApproval,
): Promise<Approval> {
  const { kind, targetId } = approval
  const id = randomUUIDv7()
  // Of two at once, the unique index keeps one; without a savepoint, its error would end the transaction.
  const isAdded = await affects(tx)`
    insert into approvals
      (id, kind, target_id, partner_id, proposal, before, target_version, needs, asked_kind, asked_by, reason,
       not_before, expires_at)
    values (${id}, ${kind}, ${targetId}, ${approval.partnerId}, ${JSON.stringify(approval.proposal)},
            ${JSON.stringify(approval.before)}, ${approval.targetVersion}, ${[...approval.needs]},
            ${asked.kind}, ${asked.id}, ${approval.reason},
            now() + ${approval.delay}::interval, now() + ${undecided}::interval)
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
  const found = await findApproval(db, id)
  if (!found) throw new Error(`no approval ${id}`)
  return found
}

/** The open approvals of a kind about a target; of any kind where none is named. */
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

/** Undefined when it was decided, cancelled or has expired. Atomic: one of any number of parallel calls. */
export function markDecided(
  tx: Transaction,
  id: string,
  decider: Person,
  { decision, evidence }: Decision,
): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a
    set decision = ${decision}, decided_kind = ${decider.kind}, decided_by = ${decider.id}, decided_at = now(),
        evidence = ${evidence}, expires_at = greatest(a.not_before, now()) + ${afterDecision}::interval
    where a.id = ${id} and a.decided_at is null and a.cancelled_at is null and a.done_at is null
      and a.expires_at > now()
    returning ${approvalColumns}`
}

/** Undefined when it was done, refused or cancelled, or has expired. */
export function markCancelled(
  tx: Transaction,
  id: string,
  by: Person,
): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a set cancelled_at = now(), cancelled_by = ${`${by.kind}:${by.id}`}
    where a.id = ${id} and ${isOpenApproval}
    returning ${approvalColumns}`
}

/** Ends the open one of a kind about a target, or this one; returns its id, undefined where none is open. */
export function cancelOpenApproval(
  tx: Transaction,
  { kind, targetId, id }: { kind: ApprovalKind; targetId: string; id?: string | undefined },
  by: Person,
): Promise<string | undefined> {
  return scalar<string>(tx)`
    update approvals a set cancelled_at = now(), cancelled_by = ${`${by.kind}:${by.id}`}
    where a.kind = ${kind} and a.target_id = ${targetId} and a.id = coalesce(${id ?? null}::uuid, a.id)
      and ${isOpenApproval}
    returning a.id`
}

/** Takes an approved one that is due, once. Undefined when it is not due, or another call has taken it. */
export function takeDue(tx: Transaction, id: string): Promise<Approval | undefined> {
  return row<Approval>(tx)`
    update approvals a set done_at = now(), outcome = 'done'
    where a.id = ${id} and a.decision = 'approved' and a.done_at is null and a.cancelled_at is null
      and a.not_before <= now() and a.expires_at > now()
    returning ${approvalColumns}`
}

/** In the transaction that has taken it: nothing was done, and why. */
export async function noteOutcome(
  tx: Transaction,
  id: string,
  outcome: ApprovalOutcome,
): Promise<void> {
  await run(tx)`update approvals set outcome = ${outcome} where id = ${id} and done_at is not null`
}

export function listDue(db: Db, limit: number): Promise<string[]> {
  return scalars<string>(db)`
    select a.id from approvals a
    where a.decision = 'approved' and a.done_at is null and a.cancelled_at is null
      and a.not_before <= now() and a.expires_at > now()
    order by a.not_before limit ${limit}`
}

/** Ends what nobody has decided or done in time, of all or of one target; returns what was ended. */
export function expireApprovals(
  tx: Transaction,
  about?: Pick<Approval, 'kind' | 'targetId'>,
): Promise<Approval[]> {
  const which = about
    ? sql`a.kind = ${about.kind} and a.target_id = ${about.targetId}`
    : // Two workers lock no row in different orders.
      sql`a.id in (select id from approvals where ${isOver} order by id for update skip locked)`
  return rows<Approval>(tx)`
    update approvals a set done_at = now(), outcome = 'expired'
    where ${which} and ${isOver}
    returning ${approvalColumns}`
}

/** Begins the waiting time anew, such as after a new password by mail. */
export async function delayApproval(tx: Transaction, id: string, delay: string): Promise<void> {
  await run(tx)`
    update approvals a
    set not_before = greatest(a.not_before, now() + ${delay}::interval),
        expires_at = greatest(a.expires_at, now() + ${delay}::interval + ${undecided}::interval)
    where a.id = ${id} and ${isOpenApproval}`
}

import type { ApprovalOutcome } from '#contract/approval.ts'
import { Refusal } from '#contract/refusal.ts'
import { savepoint, transaction, type Db, type Transaction } from '#server/db.ts'
import { runEachIsolated } from '#server/run-isolated.ts'
import { lockAdmins } from '../accounts/admin.ts'
import type { Actor } from '../audit/audit.ts'
import { notifyRecoveryProgress } from '../sign-in/recovery-notice.ts'
import {
  getApproval,
  listDue,
  recordOutcome,
  claimDue,
  type Approval,
  type DueApproval,
  type Person,
} from './approval.ts'
import { mayDecide } from './approval-rights.ts'
import { mayStillRequest } from './requester-rights.ts'
import { mailRequester, recordStep } from './steps.ts'

/**
 * Executes an approved action in the caller's transaction, or returns why it is no longer possible. If it throws a
 * `Refusal`, its writes are rolled back and the outcome is `not possible`.
 */
export type CarryOut = (
  tx: Transaction,
  approval: Approval,
  actor: Actor,
) => Promise<ApprovalOutcome | undefined>

/**
 * Action of a kind of approval. `prepare` does work that is too slow for a transaction, so the worker executes the
 * action, and the call that approves the request does not.
 */
export type ApprovalExecutor =
  | { carryOut: CarryOut; prepare?: undefined }
  | { prepare: (db: Db, approval: Approval) => Promise<CarryOut>; carryOut?: undefined }
export type ApprovalExecutors = Readonly<Record<Approval['kind'], ApprovalExecutor>>

/**
 * Executes a due request once if requester and approver are still permitted, or else records why not, and returns true.
 * Returns false if the request is not due, has ended, or is still to be prepared by the worker.
 */
export async function carryOut(
  tx: Transaction,
  { id, kind }: Approval,
  executors: ApprovalExecutors,
  run: CarryOut | undefined = executors[kind].carryOut,
): Promise<boolean> {
  const approval = run && (await claimDue(tx, id))
  if (!approval) return false
  const reason = await execute(tx, approval, run)
  if (reason) {
    await recordOutcome(tx, id, reason)
    await notifyRecoveryProgress(tx, approval, 'failed')
  }
  const action = reason ? 'approval_failed' : 'approval_done'
  await recordStep(tx, { kind: 'system' }, action, approval, { ...(reason && { reason }) })
  return true
}

/** Executes the action of a claimed request. Returns the reason if it was not possible or no longer permitted. */
async function execute(
  tx: Transaction,
  approval: Approval,
  run: CarryOut,
): Promise<ApprovalOutcome | undefined> {
  const { askedKind, askedBy, decidedKind, decidedBy, id } = approval
  if (!(await mayStillRequest(tx, approval))) return 'asker not allowed'
  const decider = decidedKind && decidedBy ? { kind: decidedKind, id: decidedBy } : undefined
  const isPermitted =
    decidedKind === 'system' || (decider && (await mayDecide(tx, approval, decider)))
  if (!isPermitted) return 'decider not allowed'
  const actor = { ...actorOf(askedKind, askedBy), approvalId: id }
  try {
    return await savepoint(tx, () => run(tx, approval, actor))
  } catch (error) {
    if (error instanceof Refusal) return 'not possible'
    throw error
  }
}

function actorOf(kind: Person['kind'], id: string): Actor {
  if (kind === 'admin') return { adminId: id }
  return kind === 'service' ? { serviceId: id } : { userId: id }
}

/** Executes all approvals that have become due, for the worker, each isolated and in its own transaction. */
export function carryOutDue(db: Db, executors: ApprovalExecutors): Promise<void> {
  return runEachIsolated(
    'carry-out-approvals',
    (last: DueApproval | undefined) => listDue(db, last),
    ({ id }) => carryOutOne(db, id, executors),
  )
}

async function carryOutOne(db: Db, id: string, executors: ApprovalExecutors): Promise<void> {
  const approval = await getApproval(db, id)
  const run = await executors[approval.kind].prepare?.(db, approval)
  await transaction(db, async (tx) => {
    await lockAdmins(tx)
    if (await carryOut(tx, approval, executors, run))
      await mailRequester(tx, await getApproval(tx, id))
  })
}

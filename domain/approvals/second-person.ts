import type { RecordedAction } from '#contract/audit-action.ts'
import type { ApprovalOutcome, AskedApprovalReply } from '#contract/approval.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Origin } from '#server/caller.ts'
import { savepoint, transaction, type Db, type Transaction } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { findAdmin, lockAdmins } from '../accounts/admin.ts'
import {
  addApproval,
  expireApprovals,
  findApproval,
  findOpenApprovals,
  getApproval,
  listDue,
  markCancelled,
  markDecided,
  recordOutcome,
  takeDue,
  type Approval,
  type NewApproval,
  type Person,
} from './approval.ts'
import {
  hasDecider,
  listDeciders,
  mayStillRequest,
  mayDecide,
  mayRefuse,
  requiresTwoPeople,
} from './approval-rights.ts'
import { adminArea, recordAudit, type Actor } from '../audit/audit.ts'
import { enqueueMail, type Recipient } from '../mail/mail.ts'
import { mailNewRequest } from './request-mail.ts'
import { notifyRecoveryProgress } from '../sign-in/recovery-notice.ts'

/**
 * Action of a kind of approval. `carryOut` executes it in the caller's transaction, or returns why it is no longer
 * possible. If it throws a `Refusal`, its writes are rolled back and the outcome is `not possible`.
 */
export type ApprovalExecutor = {
  carryOut: (
    tx: Transaction,
    approval: Approval,
    actor: Actor,
  ) => Promise<ApprovalOutcome | undefined>
}
export type ApprovalExecutors = Readonly<Record<Approval['kind'], ApprovalExecutor>>

type Optional = 'delay' | 'partnerId' | 'needs'
type ApprovalRequest = Omit<NewApproval, Optional> & Partial<Pick<NewApproval, Optional>>

/**
 * Requests an approval if this kind of action requires two-person approval; returns undefined if the admin may act
 * alone. Throws `approvalPending`. If there is no approver, adds the request all the same, because break glass can
 * approve it, and returns `isStuck`; the call then answers `noSecondPerson`.
 */
export async function askSecondPerson(
  tx: Transaction,
  caller: AdminCaller,
  request: ApprovalRequest,
): Promise<AskedApprovalReply | undefined> {
  if (!(await requiresTwoPeople(tx, request.kind))) return undefined
  const requester = { kind: 'admin', id: caller.adminId } as const
  const approval = await storeRequest(tx, caller, requester, request)
  return { ...replyFor(approval), isStuck: !(await hasDecider(tx, approval)) }
}

/**
 * Requests an approval, even if the kind of action does not require two-person approval. Throws `approvalPending`, and
 * `noSecondPerson` if there is no approver.
 */
export async function askApproval(
  tx: Transaction,
  actor: Actor,
  requester: Person,
  request: ApprovalRequest,
): Promise<Approval> {
  const { partnerId = null, needs = [] } = request
  const asked = { askedKind: requester.kind, askedBy: requester.id }
  if (!(await hasDecider(tx, { ...request, ...asked, partnerId, needs })))
    throw new Refusal(errorCodes.noSecondPerson)
  return storeRequest(tx, actor, requester, request)
}

async function storeRequest(
  tx: Transaction,
  actor: Actor,
  requester: Person,
  request: ApprovalRequest,
): Promise<Approval> {
  const { delay = '0', partnerId = null, needs = [] } = request
  await endStaleRequests(tx, request)
  const approval = await addApproval(tx, requester, { ...request, partnerId, needs, delay })
  await recordStep(tx, actor, 'approval_asked', approval, askedData(approval))
  await mailNewRequest(tx, approval)
  return approval
}

/** Returns the data of a request for the audit log. */
function askedData({ before, proposal, reason, askedBy, targetId }: Approval) {
  // The log is never erased, so it omits phone numbers, and the reasons of users who ask for themselves.
  const { phone: _, ...after } = redactedProposal(proposal)
  return { before, after, ...(askedBy !== targetId && { reason }) }
}

/** Ends an earlier request for this action that has expired or no longer has an approver. */
async function endStaleRequests(
  tx: Transaction,
  target: Pick<Approval, 'kind' | 'targetId'>,
): Promise<void> {
  await endExpired(tx, target)
  for (const open of await findOpenApprovals(tx, target.targetId, target.kind)) {
    const isDecidable = (await listDeciders(tx, open)).length > 0
    if (open.state !== 'asked' || isDecidable) continue
    const system = { kind: 'system', id: 'asked anew' } as const
    await cancelApproval(tx, { kind: 'system' }, system, { id: open.id, reason: system.id })
  }
}

/** Returns a proposal for the audit log and for approvers: without hashes of secrets and without long lists of ids. */
export function redactedProposal(proposal: Approval['proposal']): Approval['proposal'] {
  const visible = Object.entries(proposal).filter(
    ([name]) => name !== 'ids' && !name.endsWith('Hash'),
  )
  return Object.fromEntries(visible)
}

export function replyFor({ id, kind, state, notBefore, expiresAt }: Approval): AskedApprovalReply {
  return { approval: { id, kind, state, notBefore, expiresAt } }
}

type Decision = { decision: 'approved' | 'refused'; evidence: string }
type Decider = { actor: Actor & Origin; person: Person; executors: ApprovalExecutors }

/**
 * Approves or refuses a request, and executes it in the same transaction if it is due. Throws 404001, `mayNotDecide`
 * (audited), and 409001 if it was decided or ended before.
 */
export async function decideApproval(
  db: Db,
  { actor, person, executors }: Decider,
  id: string,
  decision: Decision,
): Promise<void> {
  const denied = await transaction(db, async (tx) => {
    // Admins are locked before the row of the approval, as everywhere, so that no permission is revoked meanwhile. A
    // refusal executes nothing, so it needs no lock.
    if (decision.decision === 'approved') await lockAdmins(tx)
    const approval = await findApproval(tx, id)
    if (!approval) throw new Refusal(commonErrors.notFound)
    const mayAct = decision.decision === 'approved' ? mayDecide : mayRefuse
    if (!(await mayAct(tx, approval, person))) return approval
    const decided = await markDecided(tx, id, person, decision)
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    const { askedBy, evidence } = decided
    const action = decision.decision === 'approved' ? 'approval_approved' : 'approval_refused'
    await recordStep(tx, actor, action, decided, { askedBy, evidence })
    await notifyRecoveryProgress(tx, decided, decision.decision)
    await carryOut(tx, id, executors)
    await mailRequester(tx, decided)
    return undefined
  })
  if (!denied) return
  await recordStep(db, actor, 'approval_decision_refused', denied, { decision: decision.decision })
  throw new Refusal(errorCodes.mayNotDecide)
}

type Emergency = { reason: string; executors: ApprovalExecutors; superAdmins: readonly Recipient[] }

/**
 * Approves a request from the server's command line, for requests without an approver. Records the system as the
 * approver, emails every super admin and returns the resulting approval. Throws 409001 if it is already decided or
 * ended.
 */
export function breakGlass(
  db: Db,
  id: string,
  { reason, executors, superAdmins }: Emergency,
): Promise<Approval> {
  return transaction(db, async (tx) => {
    await lockAdmins(tx)
    const system = { kind: 'system', id: 'break-glass' } as const
    const decided = await markDecided(tx, id, system, { decision: 'approved', evidence: reason })
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    await recordStep(tx, { kind: 'system' }, 'break_glass_used', decided, { reason })
    for (const admin of superAdmins)
      await enqueueMail(tx, 'break-glass-used', admin, { approvalId: id })
    await notifyRecoveryProgress(tx, decided, 'approved')
    await carryOut(tx, id, executors)
    await mailRequester(tx, decided)
    return getApproval(tx, id)
  })
}

/** Cancels an open request and returns it; undefined if it has already ended. */
export async function cancelApproval(
  tx: Transaction,
  actor: Actor,
  person: Person,
  { id, reason }: { id: string; reason: string },
): Promise<Approval | undefined> {
  const cancelled = await markCancelled(tx, id, person)
  if (!cancelled) return undefined
  await recordStep(tx, actor, 'approval_cancelled', cancelled, { reason })
  await notifyRecoveryProgress(tx, cancelled, 'cancelled')
  return cancelled
}

/** Executes a due request once if both people are still permitted. Returns false if it is not due or was executed. */
async function carryOut(
  tx: Transaction,
  id: string,
  executors: ApprovalExecutors,
): Promise<boolean> {
  const approval = await takeDue(tx, id)
  if (!approval) return false
  const reason = await execute(tx, approval, executors)
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
  executors: ApprovalExecutors,
): Promise<ApprovalOutcome | undefined> {
  const { kind, askedKind, askedBy, decidedKind, decidedBy, id } = approval
  if (!(await mayStillRequest(tx, approval))) return 'asker not allowed'
  const decider = decidedKind && decidedBy ? { kind: decidedKind, id: decidedBy } : undefined
  const isPermitted =
    decidedKind === 'system' || (decider && (await mayDecide(tx, approval, decider)))
  if (!isPermitted) return 'decider not allowed'
  const requester = askedKind === 'admin' ? { adminId: askedBy } : { userId: askedBy }
  const actor = { ...requester, approvalId: id }
  try {
    return await savepoint(tx, () => executors[kind].carryOut(tx, approval, actor))
  } catch (error) {
    if (error instanceof Refusal) return 'not possible'
    throw error
  }
}

const batchSize = 50

/**
 * Executes approvals that have become due, for the worker. Each has its own transaction, so that one failure does not
 * block the others.
 */
export async function carryOutDue(db: Db, executors: ApprovalExecutors): Promise<void> {
  for (const id of await listDue(db, batchSize)) {
    await transaction(db, async (tx) => {
      await lockAdmins(tx)
      if (await carryOut(tx, id, executors)) await mailRequester(tx, await getApproval(tx, id))
    }).catch((error: unknown) => logger.error({ err: error, approvalId: id }, 'an approval failed'))
  }
}

/** Ends requests that were not decided or executed in time, for the worker. */
export function endExpiredApprovals(db: Db): Promise<void> {
  return transaction(db, endExpired)
}

async function endExpired(
  tx: Transaction,
  target?: Pick<Approval, 'kind' | 'targetId'>,
): Promise<void> {
  for (const expired of await expireApprovals(tx, target)) {
    await recordStep(tx, { kind: 'system' }, 'approval_expired', expired)
    await notifyRecoveryProgress(tx, expired, 'expired')
    await mailRequester(tx, expired)
  }
}

/** Records a step of an approval, in the admin area if an admin requested it, even if the system executes it. */
function recordStep(
  db: Db,
  actor: Actor,
  action: RecordedAction,
  { id: approvalId, kind, targetId, askedKind, proposal: { total } }: Approval,
  details: Record<string, unknown> = {},
): Promise<void> {
  const data = { approvalId, kind, total, ...details }
  const subSystem = askedKind === 'admin' ? { subSystem: adminArea } : {}
  return recordAudit(db, actor, action, { targetId, data, ...subSystem })
}

/** Emails an admin the outcome of their request. Users get the mails of the approval's kind instead. */
async function mailRequester(tx: Transaction, { id, askedKind, askedBy }: Approval): Promise<void> {
  const admin = askedKind === 'admin' ? await findAdmin(tx, askedBy) : undefined
  if (admin?.active) await enqueueMail(tx, 'approval-decided', admin, { approvalId: id })
}

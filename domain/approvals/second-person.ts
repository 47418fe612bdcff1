import type { AskedApprovalReply } from '#contract/approval.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Origin, ServiceCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { runEachIsolated } from '#server/run-isolated.ts'
import { lockAdmins } from '../accounts/admin.ts'
import {
  addApproval,
  expireApprovals,
  findApproval,
  findOpenApprovals,
  getApproval,
  listOverdue,
  markCancelled,
  markDecided,
  type Approval,
  type Decider as DecidingPerson,
  type NewApproval,
  type Person,
} from './approval.ts'
import { hasDecider, mayDecide, mayRefuse, requiresTwoPeople } from './approval-rights.ts'
import type { Actor } from '../audit/audit.ts'
import { enqueueMail, type Recipient } from '../mail/mail.ts'
import { carryOut, type ApprovalExecutors } from './carry-out.ts'
import { mailNewRequest } from './request-mail.ts'
import { mailRequester, recordStep } from './steps.ts'
import { notifyRecoveryProgress } from '../sign-in/recovery-notice.ts'

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
  return storeForReply(tx, caller, requester, request)
}

/**
 * Requests an approval for a service account. Unlike `askSecondPerson`, does not check whether the action requires
 * two-person approval: call it only if it does.
 */
export async function askForService(
  tx: Transaction,
  caller: ServiceCaller,
  request: ApprovalRequest,
): Promise<AskedApprovalReply> {
  const requester = { kind: 'service', id: caller.serviceId } as const
  return storeForReply(tx, caller, requester, request)
}

/** Stores a request, and returns the reply; `isStuck` is true if there is no approver. */
async function storeForReply(...request: StoreParameters): Promise<AskedApprovalReply> {
  const { approval, hasApprover } = await storeRequest(...request)
  return { ...replyFor(approval), isStuck: !hasApprover }
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
  const { approval, hasApprover } = await storeRequest(tx, actor, requester, request)
  if (!hasApprover) throw new Refusal(errorCodes.noSecondPerson)
  return approval
}

type StoreParameters = [tx: Transaction, actor: Actor, requester: Person, request: ApprovalRequest]

async function storeRequest(...[tx, actor, requester, request]: StoreParameters) {
  const { delay = '0', partnerId = null, needs = [] } = request
  await endStaleRequests(tx, request)
  const approval = await addApproval(tx, requester, { ...request, partnerId, needs, delay })
  await recordStep(tx, actor, 'approval_asked', approval, askedData(approval))
  return { approval, hasApprover: await mailNewRequest(tx, approval) }
}

/** Returns the data of a request for the audit log. */
function askedData({ before, proposal, reason, askedBy, targetId }: Approval) {
  // The log is never erased, so it omits phone numbers, and the reasons of users who ask for themselves. The lines of a
  // configuration file are in the rows of its changes.
  const { phone: _, lines: __, ...after } = redactedProposal(proposal)
  return { before, after, ...(askedBy !== targetId && { reason }) }
}

/** Ends an earlier request for this action that has expired or no longer has an approver. */
async function endStaleRequests(
  tx: Transaction,
  target: Pick<Approval, 'kind' | 'targetId'>,
): Promise<void> {
  await endExpired(tx, target)
  for (const open of await findOpenApprovals(tx, target.targetId, target.kind)) {
    if (open.state !== 'asked' || (await hasDecider(tx, open))) continue
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
type Decider = { actor: Actor & Origin; person: DecidingPerson; executors: ApprovalExecutors }

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
    await carryOut(tx, decided, executors)
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
    await carryOut(tx, decided, executors)
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

/** Ends requests that were not decided or executed in time, for the worker, each isolated. */
export function endExpiredApprovals(db: Db): Promise<void> {
  return runEachIsolated(
    'end-expired-approvals',
    (last: string | undefined) => listOverdue(db, last),
    (id) => transaction(db, (tx) => endExpired(tx, { id })),
  )
}

async function endExpired(
  tx: Transaction,
  which: Parameters<typeof expireApprovals>[1],
): Promise<void> {
  for (const expired of await expireApprovals(tx, which)) {
    await recordStep(tx, { kind: 'system' }, 'approval_expired', expired)
    await notifyRecoveryProgress(tx, expired, 'expired')
    await mailRequester(tx, expired)
  }
}

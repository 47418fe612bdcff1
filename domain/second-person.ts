import { approvalRules, type ApprovalOutcome, type AskedApprovalReply } from '#contract/approval.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Origin } from '#server/caller.ts'
import { savepoint, transaction, type Db, type Transaction } from '#server/db.ts'
import {
  addApproval,
  expireApprovals,
  findApproval,
  listDue,
  markCancelled,
  markDecided,
  noteOutcome,
  takeDue,
  type Approval,
  type NewApproval,
  type Person,
} from './approval.ts'
import { hasDecider, listDeciders, mayAsk, mayDecide, takesTwoPeople } from './approval-rights.ts'
import { recordAudit, type Actor } from './audit.ts'
import { enqueueMail, enqueueMails, type Recipient } from './mail.ts'
import { tellMove } from './recovery-notice.ts'

/**
 * What each kind of approval does. `carryOut` does it in the caller's transaction, or returns why it cannot be done any
 * more; an error code that it throws counts as `not possible`, and what it wrote is undone.
 */
export type ApprovalWork = {
  carryOut: (
    tx: Transaction,
    approval: Approval,
    actor: Actor,
  ) => Promise<ApprovalOutcome | undefined>
  /** Whether this person may decide, besides holding the right: such as the roles that are given. */
  mayDecide?: (tx: Transaction, approval: Approval, decider: Person) => Promise<boolean>
}
export type ApprovalWorks = Readonly<Record<Approval['kind'], ApprovalWork>>

type Ask = Omit<NewApproval, 'delay' | 'partnerId'> &
  Partial<Pick<NewApproval, 'delay' | 'partnerId'>>

/**
 * Asks a second person, where this kind of action takes two; undefined where the admin may do it now. Throws
 * `approvalPending` and, where nobody could decide, `noSecondPerson`.
 */
export async function askSecondPerson(
  tx: Transaction,
  caller: AdminCaller,
  ask: Ask,
): Promise<AskedApprovalReply | undefined> {
  if (!(await takesTwoPeople(tx, ask.kind))) return undefined
  return replyFor(await askApproval(tx, caller, { kind: 'admin', id: caller.adminId }, ask))
}

/** Asks for an approval, whether or not the kind of action takes two people. Throws as `askSecondPerson` does. */
export async function askApproval(
  tx: Transaction,
  actor: Actor,
  asker: Person,
  { delay = '0', partnerId = null, ...ask }: Ask,
): Promise<Approval> {
  const about = { ...ask, partnerId, askedBy: asker.id }
  if (!(await hasDecider(tx, about))) throw new Refusal(errorCodes.noSecondPerson)
  const approval = await addApproval(tx, asker, { ...ask, partnerId, delay })
  await recordAudit(tx, actor, 'approval_asked', {
    targetId: approval.targetId,
    data: askedData(approval),
  })
  const { id: approvalId } = approval
  const deciders = await listDeciders(tx, about, approval.askedAt)
  const mails = deciders.map((each) => ({ ...each, data: { approvalId, area: each.kind } }))
  await enqueueMails(tx, 'approval-asked', mails)
  return approval
}

/** The log forgets nothing: what users write about themselves stays out of it. */
function askedData({ id, kind, before, proposal, reason, askedBy, targetId }: Approval) {
  const { phone: _, ...after } = proposal
  return { approvalId: id, kind, before, after, ...(askedBy !== targetId && { reason }) }
}

export function replyFor({ id, kind, state, notBefore, expiresAt }: Approval): AskedApprovalReply {
  return { approval: { id, kind, state, notBefore, expiresAt } }
}

type Decision = { decision: 'approved' | 'refused'; evidence: string }
type Decider = { actor: Actor & Origin; person: Person; works: ApprovalWorks }

/**
 * Approves or refuses, once, and does what is due by it in the same transaction. Throws 404001, `mayNotDecide`
 * (recorded), and 409001 where somebody else was first.
 */
export async function decideApproval(
  db: Db,
  { actor, person, works }: Decider,
  id: string,
  decision: Decision,
): Promise<void> {
  const refused = await transaction(db, async (tx) => {
    const approval = await findApproval(tx, id)
    if (!approval) throw new Refusal(commonErrors.notFound)
    const work = works[approval.kind]
    const may =
      (await mayDecide(tx, approval, approval.askedAt, person)) &&
      (decision.decision === 'refused' || ((await work.mayDecide?.(tx, approval, person)) ?? true))
    if (!may) return approval
    const decided = await markDecided(tx, id, person, decision)
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    await recordDecision(tx, actor, decided)
    await tellMove(tx, decided, decision.decision)
    if (decision.decision === 'approved') await carryOut(tx, id, works)
    return undefined
  })
  if (!refused) return
  const data = { approvalId: id, kind: refused.kind, decision: decision.decision }
  await recordAudit(db, actor, 'approval_decision_refused', { targetId: refused.targetId, data })
  throw new Refusal(errorCodes.mayNotDecide)
}

async function recordDecision(tx: Transaction, actor: Actor, approval: Approval): Promise<void> {
  const { id, kind, targetId, decision, evidence, askedBy } = approval
  await recordAudit(tx, actor, decision === 'approved' ? 'approval_approved' : 'approval_refused', {
    targetId,
    data: { approvalId: id, kind, askedBy, evidence },
  })
}

/** On the server, where nobody else could decide: recorded as the system's, and mailed to every super admin. */
export async function breakGlass(
  db: Db,
  id: string,
  {
    reason,
    works,
    superAdmins,
  }: { reason: string; works: ApprovalWorks; superAdmins: readonly Recipient[] },
): Promise<void> {
  await transaction(db, async (tx) => {
    const system = { kind: 'system', id: 'break-glass' } as const
    const decided = await markDecided(tx, id, system, { decision: 'approved', evidence: reason })
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    await recordAudit(tx, { kind: 'system' }, 'break_glass_used', {
      targetId: decided.targetId,
      data: { approvalId: id, kind: decided.kind, reason },
    })
    for (const admin of superAdmins)
      await enqueueMail(tx, 'break-glass-used', admin, { approvalId: id })
    await tellMove(tx, decided, 'approved')
    await carryOut(tx, id, works)
  })
}

/** Ends an open one. Undefined when it has ended already. */
export async function cancelApproval(
  tx: Transaction,
  actor: Actor,
  by: Person,
  { id, reason }: { id: string; reason: string },
): Promise<Approval | undefined> {
  const cancelled = await markCancelled(tx, id, by)
  if (!cancelled) return undefined
  await recordAudit(tx, actor, 'approval_cancelled', {
    targetId: cancelled.targetId,
    data: { approvalId: id, kind: cancelled.kind, reason },
  })
  await tellMove(tx, cancelled, 'cancelled')
  return cancelled
}

/** Does what is approved and due, once; the rights of both people count as they are now. Does nothing before it is due. */
async function carryOut(tx: Transaction, id: string, works: ApprovalWorks): Promise<void> {
  const approval = await takeDue(tx, id)
  if (!approval) return
  const { targetId, kind } = approval
  const outcome = await outcomeOf(tx, approval, works)
  if (outcome) {
    await noteOutcome(tx, id, outcome)
    await tellMove(tx, approval, 'failed')
  }
  await recordAudit(tx, { kind: 'system' }, outcome ? 'approval_failed' : 'approval_done', {
    targetId,
    data: { approvalId: id, kind, ...(outcome && { reason: outcome }) },
  })
}

async function outcomeOf(
  tx: Transaction,
  approval: Approval,
  works: ApprovalWorks,
): Promise<ApprovalOutcome | undefined> {
  const { kind, askedKind, askedBy, askedAt, decidedKind, decidedBy, id } = approval
  if (askedKind === 'admin' && !(await mayAsk(tx, approvalRules[kind].permission, askedBy)))
    return 'asker not allowed'
  const decider = decidedKind && decidedBy ? { kind: decidedKind, id: decidedBy } : undefined
  if (decidedKind !== 'system' && !(decider && (await mayDecide(tx, approval, askedAt, decider))))
    return 'decider not allowed'
  const actor = {
    ...(askedKind === 'admin' ? { adminId: askedBy } : { userId: askedBy }),
    approvalId: id,
  }
  try {
    return await savepoint(tx, () => works[kind].carryOut(tx, approval, actor))
  } catch (error) {
    if (error instanceof Refusal) return 'not possible'
    throw error
  }
}

const batch = 50

/** For the worker: does what has become due, each in a transaction of its own. */
export async function carryOutDue(db: Db, works: ApprovalWorks): Promise<void> {
  for (const id of await listDue(db, batch)) {
    await transaction(db, (tx) => carryOut(tx, id, works))
  }
}

/** For the worker: ends what was not decided or done in time. */
export async function endExpiredApprovals(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    for (const approval of await expireApprovals(tx)) {
      const { id, kind, targetId } = approval
      const data = { approvalId: id, kind }
      await recordAudit(tx, { kind: 'system' }, 'approval_expired', { targetId, data })
      await tellMove(tx, approval, 'expired')
    }
  })
}

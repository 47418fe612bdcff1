import type { RecordedAction } from '#contract/audit-action.ts'
import type { ApprovalOutcome, AskedApprovalReply } from '#contract/approval.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Origin } from '#server/caller.ts'
import { savepoint, transaction, type Db, type Transaction } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { findAdmin, lockAdmins } from './admin.ts'
import {
  addApproval,
  expireApprovals,
  findApproval,
  findOpenApprovals,
  getApproval,
  listDue,
  markCancelled,
  markDecided,
  noteOutcome,
  takeDue,
  type Approval,
  type NewApproval,
  type Person,
} from './approval.ts'
import {
  hasDecider,
  listDeciders,
  mayAsk,
  mayDecide,
  takesTwoPeople,
  type Case,
} from './approval-rights.ts'
import { adminArea, recordAudit, type Actor } from './audit.ts'
import { enqueueMail, enqueueMails, type Recipient } from './mail.ts'
import { notifyRecoveryProgress } from './recovery-notice.ts'

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
}
export type ApprovalWorks = Readonly<Record<Approval['kind'], ApprovalWork>>

type Optional = 'delay' | 'partnerId' | 'needs'
type Ask = Omit<NewApproval, Optional> & Partial<Pick<NewApproval, Optional>>

/**
 * Asks a second person, where this kind of action takes two; undefined where the admin may do it now. Throws
 * `approvalPending`. Where nobody could decide, the request stays for break glass, and the call answers
 * `noSecondPerson` once it is committed.
 */
export async function askSecondPerson(
  tx: Transaction,
  caller: AdminCaller,
  ask: Ask,
): Promise<AskedApprovalReply | undefined> {
  if (!(await takesTwoPeople(tx, ask.kind))) return undefined
  const asker = { kind: 'admin', id: caller.adminId } as const
  const approval = await store(tx, caller, asker, ask)
  return { ...replyFor(approval), isStuck: !(await hasDecider(tx, approval)) }
}

/**
 * Asks for an approval, whether or not the kind of action takes two people. Throws `approvalPending` and, where nobody
 * could decide, `noSecondPerson`.
 */
export async function askApproval(
  tx: Transaction,
  actor: Actor,
  asker: Person,
  ask: Ask,
): Promise<Approval> {
  if (!(await hasDecider(tx, caseOf(asker, ask)))) throw new Refusal(errorCodes.noSecondPerson)
  return store(tx, actor, asker, ask)
}

function caseOf({ id: askedBy }: Person, { partnerId = null, needs = [], ...ask }: Ask): Case {
  return { ...ask, partnerId, needs, askedBy }
}

async function store(tx: Transaction, actor: Actor, asker: Person, ask: Ask): Promise<Approval> {
  const { delay = '0', partnerId = null, needs = [] } = ask
  await clearTheWay(tx, ask)
  const approval = await addApproval(tx, asker, { ...ask, partnerId, needs, delay })
  await record(tx, actor, 'approval_asked', approval, askedData(approval))
  const { id: approvalId } = approval
  const deciders = await listDeciders(tx, approval, approval.askedAt)
  const mails = deciders.map((each) => ({ ...each, data: { approvalId, area: each.kind } }))
  await enqueueMails(tx, 'approval-asked', mails)
  return approval
}

/** The log forgets nothing: what users write about themselves stays out of it. */
function askedData({ before, proposal, reason, askedBy, targetId }: Approval) {
  const { phone: _, ...after } = loggedOf(proposal)
  return { before, after, ...(askedBy !== targetId && { reason }) }
}

/** Ends the request before that has expired, or that nobody can decide any more. */
async function clearTheWay(tx: Transaction, about: Pick<Ask, 'kind' | 'targetId'>): Promise<void> {
  await endExpired(tx, about)
  for (const open of await findOpenApprovals(tx, about.targetId, about.kind)) {
    const isDecidable = (await listDeciders(tx, open, open.askedAt)).length > 0
    if (open.state !== 'asked' || isDecidable) continue
    const system = { kind: 'system', id: 'asked anew' } as const
    await cancelApproval(tx, { kind: 'system' }, system, { id: open.id, reason: system.id })
  }
}

/** What a proposal holds, without the hash of a secret and without the ids of very many: for the log and for deciders. */
export function loggedOf(proposal: Approval['proposal']): Approval['proposal'] {
  const shown = Object.entries(proposal).filter(
    ([name]) => name !== 'ids' && !name.endsWith('Hash'),
  )
  return Object.fromEntries(shown)
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
    // Before the request's row, as every ask does it; and no right is lost while it counts. A refusal changes no admin.
    if (decision.decision === 'approved') await lockAdmins(tx)
    const approval = await findApproval(tx, id)
    if (!approval) throw new Refusal(commonErrors.notFound)
    if (!(await mayDecide(tx, approval, approval.askedAt, person))) return approval
    const decided = await markDecided(tx, id, person, decision)
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    const { askedBy, evidence } = decided
    const action = decision.decision === 'approved' ? 'approval_approved' : 'approval_refused'
    await record(tx, actor, action, decided, { askedBy, evidence })
    await notifyRecoveryProgress(tx, decided, decision.decision)
    await carryOut(tx, id, works)
    await mailAsker(tx, decided)
    return undefined
  })
  if (!refused) return
  await record(db, actor, 'approval_decision_refused', refused, { decision: decision.decision })
  throw new Refusal(errorCodes.mayNotDecide)
}

type Emergency = { reason: string; works: ApprovalWorks; superAdmins: readonly Recipient[] }

/**
 * On the server, where nobody else could decide: recorded as the system's, and mailed to every super admin. Returns
 * what became of it. Throws 409001 for one that is decided or has ended.
 */
export function breakGlass(
  db: Db,
  id: string,
  { reason, works, superAdmins }: Emergency,
): Promise<Approval> {
  return transaction(db, async (tx) => {
    await lockAdmins(tx)
    const system = { kind: 'system', id: 'break-glass' } as const
    const decided = await markDecided(tx, id, system, { decision: 'approved', evidence: reason })
    if (!decided) throw new Refusal(errorCodes.changedMeanwhile)
    await record(tx, { kind: 'system' }, 'break_glass_used', decided, { reason })
    for (const admin of superAdmins)
      await enqueueMail(tx, 'break-glass-used', admin, { approvalId: id })
    await notifyRecoveryProgress(tx, decided, 'approved')
    await carryOut(tx, id, works)
    await mailAsker(tx, decided)
    return getApproval(tx, id)
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
  await record(tx, actor, 'approval_cancelled', cancelled, { reason })
  await notifyRecoveryProgress(tx, cancelled, 'cancelled')
  return cancelled
}

/** Does what is approved and due, once; the rights of both people count as they are now. False before it is due. */
async function carryOut(tx: Transaction, id: string, works: ApprovalWorks): Promise<boolean> {
  const approval = await takeDue(tx, id)
  if (!approval) return false
  const reason = await outcomeOf(tx, approval, works)
  if (reason) {
    await noteOutcome(tx, id, reason)
    await notifyRecoveryProgress(tx, approval, 'failed')
  }
  const action = reason ? 'approval_failed' : 'approval_done'
  await record(tx, { kind: 'system' }, action, approval, { ...(reason && { reason }) })
  return true
}

async function outcomeOf(
  tx: Transaction,
  approval: Approval,
  works: ApprovalWorks,
): Promise<ApprovalOutcome | undefined> {
  const { kind, askedKind, askedBy, askedAt, decidedKind, decidedBy, id } = approval
  if (!(await mayAsk(tx, approval))) return 'asker not allowed'
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

/** For the worker: does what has become due, each in a transaction of its own; one that fails holds up no other. */
export async function carryOutDue(db: Db, works: ApprovalWorks): Promise<void> {
  for (const id of await listDue(db, batch)) {
    await transaction(db, async (tx) => {
      await lockAdmins(tx)
      if (await carryOut(tx, id, works)) await mailAsker(tx, await getApproval(tx, id))
    }).catch((error: unknown) => logger.error({ err: error, approvalId: id }, 'an approval failed'))
  }
}

/** For the worker: ends what was not decided or done in time. */
export function endExpiredApprovals(db: Db): Promise<void> {
  return transaction(db, endExpired)
}

async function endExpired(
  tx: Transaction,
  about?: Pick<Approval, 'kind' | 'targetId'>,
): Promise<void> {
  for (const expired of await expireApprovals(tx, about)) {
    await record(tx, { kind: 'system' }, 'approval_expired', expired)
    await notifyRecoveryProgress(tx, expired, 'expired')
    await mailAsker(tx, expired)
  }
}

/** What an admin asked for is recorded in their area, also where the system does it. */
function record(
  db: Db,
  actor: Actor,
  action: RecordedAction,
  { id: approvalId, kind, targetId, askedKind, proposal: { total } }: Approval,
  more: Record<string, unknown> = {},
): Promise<void> {
  const data = { approvalId, kind, total, ...more }
  const subSystem = askedKind === 'admin' ? { subSystem: adminArea } : {}
  return recordAudit(db, actor, action, { targetId, data, ...subSystem })
}

/** Tells an admin what became of their request; a user is told by the kind's own mails. */
async function mailAsker(tx: Transaction, { id, askedKind, askedBy }: Approval): Promise<void> {
  const admin = askedKind === 'admin' ? await findAdmin(tx, askedBy) : undefined
  if (admin?.active) await enqueueMail(tx, 'approval-decided', admin, { approvalId: id })
}

import { approvalRules, isEvidence } from '#contract/approval.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { findApproval, type Approval } from '#domain/approvals/approval.ts'
import { mayRefuse } from '#domain/approvals/approval-rights.ts'
import type { ApprovalExecutors } from '#domain/approvals/carry-out.ts'
import { cancelApproval, decideApproval } from '#domain/approvals/second-person.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { cancelRequest } from './contract.ts'

type Decision = {
  id: string
  executors: ApprovalExecutors
  decision: 'approved' | 'refused'
  /** The evidence for an approval, or the reason for a refusal. */
  evidence: string
}

/**
 * Approves or refuses a request. Throws 404001 for an unknown id, 400001 if required evidence is missing or too short,
 * and the errors of `decideApproval`.
 */
export async function decide(
  db: Db,
  caller: AdminCaller,
  { id, executors, decision, evidence }: Decision,
): Promise<void> {
  const approval = await requireApproval(db, id)
  const { needsEvidence } = approvalRules[approval.kind]
  if (decision === 'approved' && needsEvidence && !isEvidence(evidence))
    throw invalidField('evidence', evidence.trim() === '' ? 'required' : 'evidenceTooShort')
  const person = { kind: 'admin', id: caller.adminId } as const
  await decideApproval(db, { actor: caller, person, executors }, id, { decision, evidence })
}

/**
 * Cancels the caller's own request, or a two-factor reset that the caller may decline. Throws 404001 for an unknown id,
 * 403001 for any other request, and 409001 if the request is no longer open.
 */
export async function cancel(
  db: Db,
  caller: AdminCaller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const approval = await requireApproval(db, id)
  const person = { kind: 'admin', id: caller.adminId } as const
  const isOwn = approval.askedKind === 'admin' && approval.askedBy === caller.adminId
  const isStopper = approval.kind === 'replace-factors' && (await mayRefuse(db, approval, person))
  if (!isOwn && !isStopper) throw new Refusal(commonErrors.forbidden)
  const isCancelled = await transaction(db, (tx) =>
    cancelApproval(tx, caller, person, { id, reason }),
  )
  if (!isCancelled) throw new Refusal(cancelRequest.refusals.changedMeanwhile)
}

async function requireApproval(db: Db, id: string): Promise<Approval> {
  const approval = isId(id) ? await findApproval(db, id) : undefined
  if (!approval) throw new Refusal(commonErrors.notFound)
  return approval
}

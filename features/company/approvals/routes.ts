import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findApproval } from '#domain/approvals/approval.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { decideApproval, type ApprovalExecutors } from '#domain/approvals/second-person.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, type Db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findRecoveries } from './list.ts'

/** Registers the routes. `executors` executes approved requests of all features' kinds, from app/. */
export function companyApprovalRoutes(server: Server, executors: ApprovalExecutors): void {
  serve(server, contract.listRecoveries, ({ caller }) => findRecoveries(db, caller.userId))
  serve(server, contract.approveRecovery, ({ params, body, caller }) =>
    decide(caller, { ...params, executors }, { decision: 'approved', evidence: body.evidence }),
  )
  serve(server, contract.refuseRecovery, ({ params, body, caller }) =>
    decide(caller, { ...params, executors }, { decision: 'refused', evidence: body.reason }),
  )
}

type Target = { id: string; executors: ApprovalExecutors }
type Decision = Parameters<typeof decideApproval>[3]

/**
 * Records a decision. Throws 404001 for a request outside the caller's company, `changedMeanwhile` for one that is no
 * longer open, and `mayNotDecide`.
 */
async function decide(
  caller: UserCaller,
  { id, executors }: Target,
  decision: Decision,
): Promise<void> {
  await requireOpenRecovery(db, caller.userId, id)
  const actor = { ...caller, area: companyArea }
  const person = { kind: 'user', id: caller.userId } as const
  await decideApproval(db, { actor, person, executors }, id, decision)
}

async function requireOpenRecovery(tx: Db, callerId: string, id: string): Promise<void> {
  const { partnerId } = await getDelegation(tx, callerId)
  const approval = isId(id) ? await findApproval(tx, id) : undefined
  if (approval?.partnerId !== partnerId || approval.kind !== 'replace-factors')
    throw new Refusal(commonErrors.notFound)
  const [open] = await findRecoveries(tx, callerId, id)
  if (!open) throw new Refusal(errorCodes.changedMeanwhile)
}

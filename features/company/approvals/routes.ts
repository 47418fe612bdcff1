import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findApproval } from '#domain/approvals/approval.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import type { ApprovalExecutors } from '#domain/approvals/carry-out.ts'
import { decideApproval } from '#domain/approvals/second-person.ts'
import type { UserCaller } from '#server/caller.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findRecoveries } from './list.ts'

/** Registers the routes. `executors` (passed by app/) carry out approved requests, one for each kind of approval. */
export function companyApprovalRoutes(server: Server, executors: ApprovalExecutors): void {
  async function decide(caller: UserCaller, id: string, decision: Decision) {
    await requireOpenRecovery(caller.userId, id)
    const actor = { ...caller, area: companyArea }
    const person = { kind: 'user', id: caller.userId } as const
    await decideApproval(db, { actor, person, executors }, id, decision)
  }

  serve(server, contract.listRecoveries, ({ caller }) => findRecoveries(caller.userId))
  serve(server, contract.approveRecovery, ({ params, body, caller }) =>
    decide(caller, params.id, { decision: 'approved', evidence: body.evidence }),
  )
  serve(server, contract.refuseRecovery, ({ params, body, caller }) =>
    decide(caller, params.id, { decision: 'refused', evidence: body.reason }),
  )
}

type Decision = Parameters<typeof decideApproval>[3]

/** Throws 404001 for a request outside the caller's company, and `changedMeanwhile` for one that is no longer open. */
async function requireOpenRecovery(callerId: string, id: string): Promise<void> {
  const { partnerId } = await getDelegation(db, callerId)
  const approval = isId(id) ? await findApproval(db, id) : undefined
  if (approval?.partnerId !== partnerId || approval.kind !== 'replace-factors')
    throw new Refusal(commonErrors.notFound)
  const [openRecovery] = await findRecoveries(callerId, id)
  if (!openRecovery) throw new Refusal(errorCodes.changedMeanwhile)
}

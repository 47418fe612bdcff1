import { listTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import type { ApprovalExecutors } from '#domain/approvals/carry-out.ts'
import { countAwaitingDecisionBy } from '#domain/approvals/standing.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { cancel, decide } from './decide.ts'
import { describeApproval, findApprovals } from './list.ts'

/** Serves the endpoints of approvals. `executors` carries out approved requests; app/ collects it from all features. */
export function approvalRoutes(server: Server, executors: ApprovalExecutors): void {
  serve(server, contract.listApprovals, (call) =>
    findPage(call, `approvals for ${call.caller.adminId}`, (page) =>
      findApprovals(db, call.caller, call.query, page),
    ),
  )
  serve(server, contract.countApprovals, async ({ caller }) => ({
    count: await countAwaitingDecisionBy(db, { ...caller, id: caller.adminId }),
    setting: config.twoPerson,
    kinds: await listTwoPersonKinds(db),
  }))
  serve(server, contract.getApproval, ({ params: { id }, caller }) =>
    describeApproval(db, caller, id),
  )
  // Each decision describes the request first, because an admin who may not see it gets 404001.
  serve(server, contract.approveRequest, async ({ params: { id }, body, caller }) => {
    await describeApproval(db, caller, id)
    const { evidence = '' } = body
    await decide(db, caller, { id, executors, decision: 'approved', evidence })
    return describeApproval(db, caller, id)
  })
  serve(server, contract.refuseRequest, async ({ params: { id }, body, caller }) => {
    await describeApproval(db, caller, id)
    await decide(db, caller, { id, executors, decision: 'refused', evidence: body.reason })
    return describeApproval(db, caller, id)
  })
  serve(server, contract.cancelRequest, async ({ params: { id }, body, caller }) => {
    await describeApproval(db, caller, id)
    await cancel(db, caller, { id, reason: body.reason })
    return describeApproval(db, caller, id)
  })
}

import { countAwaitingDecisionBy, listTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import type { ApprovalExecutors } from '#domain/approvals/second-person.ts'
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
  serve(server, contract.getApproval, ({ params, caller }) =>
    describeApproval(db, caller, params.id),
  )
  serve(server, contract.approveRequest, async ({ params, body, caller }) => {
    await describeApproval(db, caller, params.id)
    const decision = { decision: 'approved', text: body.evidence ?? '' } as const
    await decide(db, caller, { id: params.id, executors }, decision)
    return describeApproval(db, caller, params.id)
  })
  serve(server, contract.refuseRequest, async ({ params, body, caller }) => {
    await describeApproval(db, caller, params.id)
    const decision = { decision: 'refused', text: body.reason } as const
    await decide(db, caller, { id: params.id, executors }, decision)
    return describeApproval(db, caller, params.id)
  })
  serve(server, contract.cancelRequest, async ({ params, body, caller }) => {
    await describeApproval(db, caller, params.id)
    await cancel(db, caller, { id: params.id, reason: body.reason })
    return describeApproval(db, caller, params.id)
  })
}

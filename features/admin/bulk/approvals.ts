import * as z from 'zod/mini'
import { recordAudit } from '#domain/audit/audit.ts'
import { createBulkJob } from '#domain/jobs/bulk-job.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { sql } from '#server/db.ts'
import { uuid } from '#contract/fields.ts'

const proposalSchema = z.object({ ids: z.array(uuid), filters: z.optional(z.unknown()) })

/** Starts the job for the users of the request. The job and its results belong to the requester. */
export const usersDeactivateApproval: ApprovalExecutor = {
  carryOut: async (tx, { askedBy: adminId, proposal, reason }, actor) => {
    const { ids, filters } = proposalSchema.parse(proposal)
    const action = 'deactivate'
    // An approval does not contain the requester's IP address.
    const job = { action, subsystemId: null, reason, adminId, ipAddress: '' }
    const { id, total } = await createBulkJob(tx, job, sql`select unnest(${ids}::uuid[])`)
    const data = { action, total, reason, ...(filters !== undefined && { filters }) }
    await recordAudit(tx, actor, 'bulk_job_started', { targetId: id, data })
    return undefined
  },
}

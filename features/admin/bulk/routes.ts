import { Readable } from 'node:stream'
import { recordAudit } from '#domain/audit/audit.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { csvOf, describeJob, listOwnJobs, listResults } from './list.ts'
import { cancelJob, requireJob, startBulkJob } from './start.ts'

export function bulkRoutes(server: Server): void {
  serve(server, contract.startBulk, ({ body, caller }) => startBulkJob(db, caller, body))
  serve(server, contract.listBulks, ({ caller }) => listOwnJobs(db, caller))
  serve(server, contract.listBulkPlatforms, () => listSubsystems(db))
  serve(server, contract.getBulk, ({ params, caller }) => describeJob(db, caller, params.id))
  serve(server, contract.cancelBulk, async ({ params, caller }) => {
    await cancelJob(db, caller, params.id)
    return describeJob(db, caller, params.id)
  })
  serve(server, contract.listBulkResults, async (call) => {
    const { id } = await requireJob(db, call.caller, call.params.id)
    return findPage(call, `bulk job ${id}`, (page) => listResults(db, id, call.query.state, page))
  })
  serve(server, contract.exportBulkResults, async ({ params, caller, reply }) => {
    const { id, action, total } = await requireJob(db, caller, params.id)
    // The audit row is written before the response starts, so that a failure can still set an error status.
    const data = { action, total }
    await recordAudit(db, caller, 'bulk_results_exported', { targetId: id, data })
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="bulk-${id}.csv"`)
    return Readable.from(csvOf(db, id))
  })
}

import { Readable } from 'node:stream'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { db, type Db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { csvOf } from './export-csv.ts'
import { unmetIn } from './jobs.ts'
import { measureRequirements } from './measure.ts'

type StoreUnmetCount = (db: Db, count: number) => Promise<void>

/**
 * Registers the routes. Each measurement passes its number of unmet requirements to `storeUnmetCount`, so that the
 * overview shows the same.
 */
export function complianceRoutes(server: Server, storeUnmetCount: StoreUnmetCount): void {
  serve(server, contract.listRequirements, async () => {
    const results = await measureRequirements(db)
    await storeUnmetCount(db, unmetIn(results))
    return results
  })

  serve(server, contract.exportRequirements, async ({ caller, reply }) => {
    // Measured before the status is sent and the export is recorded, so that an error can still be reported.
    const results = await measureRequirements(db)
    const states = Object.groupBy(results, ({ state }) => state)
    const counts = Object.entries(states).map(([state, rows]) => [state, rows.length])
    const data = { profile: config.securityProfile, states: Object.fromEntries(counts) }
    await recordAudit(db, caller, 'compliance_exported', { data })
    const day = new Date().toISOString().slice(0, 10)
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="compliance-${day}.csv"`)
    return Readable.from(csvOf(results))
  })
}

import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { sendCsv } from '#server/csv.ts'
import { db, type Db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { csvOf } from './export-csv.ts'
import { unmetIn } from './jobs.ts'
import { measureRequirements } from './measure.ts'

/** Registers the routes. With a security profile, the list passes its number of unmet requirements to `storeUnmetCount`. */
export function complianceRoutes(
  server: Server,
  storeUnmetCount: (db: Db, count: number) => Promise<void>,
): void {
  serve(server, contract.listRequirements, async () => {
    const results = await measureRequirements(db)
    if (config.securityProfile !== 'standard') await storeUnmetCount(db, unmetIn(results))
    return results
  })

  serve(server, contract.exportRequirements, async ({ caller, reply }) => {
    const results = await measureRequirements(db)
    const states = Object.groupBy(results, ({ state }) => state)
    const counts = Object.entries(states).map(([state, rows]) => [state, rows.length])
    const data = { profile: config.securityProfile, states: Object.fromEntries(counts) }
    return sendCsv(reply, 'compliance', csvOf(results), () =>
      recordAudit(db, caller, 'compliance_exported', { data }),
    )
  })
}

import { makeAuditPartitions } from '#domain/audit/audit-months.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { counter, gaugeOfMany } from '#server/metrics.ts'
import { publishHeads } from './heads.ts'
import { retireMonths } from './retire-months.ts'

const blocks = counter('portico_audit_blocks_total', 'Blocks of the audit log that were sealed')
const sealedRows = counter('portico_audit_sealed_rows_total', 'Rows that were sealed')
const lateRows = counter('portico_audit_late_rows_total', 'Rows that came too late to be sealed')
gaugeOfMany(
  'portico_audit_seal_age_seconds',
  'How long ago the last block was made; also an empty log gets one every 15 minutes',
  [],
  () => rows<{ value: number }>(db)`
    select extract(epoch from now() - made_at)::float8 as value
    from audit_blocks order by number desc limit 1`,
)

/** Ids of late rows that were reported. Beyond `maxReported`, each run reports the other late rows again. */
const reportedRows = new Set<string>()
const maxReported = 10_000

/** Seals the entries since the last run and publishes the heads of the new blocks. */
export async function sealAuditLog(): Promise<void> {
  const result = await sealRows(db)
  if (!result) return
  for (const { id, timestamp } of result.late.filter((row) => !reportedRows.has(row.id))) {
    logger.error(
      { auditAlarm: { row: id, timestamp } },
      'a row of the audit log came too late to be sealed',
    )
    lateRows.inc()
    if (reportedRows.size < maxReported) reportedRows.add(id)
  }
  blocks.inc(result.blocks.length)
  for (const { rowCount } of result.blocks) sealedRows.inc(rowCount)
  await publishHeads(result.blocks)
}

/** Creates the partitions of the coming months; exports and detaches the old ones when AUDIT_ARCHIVE is set. */
export async function keepAuditMonths(): Promise<void> {
  await makeAuditPartitions(db)
  if (config.auditArchive !== '') await retireMonths(config.auditArchive)
}

import { countSealed } from '#domain/audit/activity.ts'
import { daysOfPartitions, makeAuditPartitions } from '#domain/audit/audit-months.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { db, rows } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { counter, gaugeOfMany } from '#server/metrics.ts'
import { publishHeads } from './heads.ts'
import { retireMonths } from './retire-months.ts'

const blocks = counter('portico_audit_blocks_total', 'Blocks of the audit log that were sealed')
const sealedRows = counter('portico_audit_sealed_rows_total', 'Rows that were sealed')
const lateRows = counter(
  'portico_audit_late_rows_total',
  'Rows that were committed more than 15 minutes after their timestamp',
)
gaugeOfMany(
  'portico_audit_seal_age_seconds',
  'How long ago the last block was made; also an empty log gets one every 15 minutes',
  [],
  () => rows<{ value: number }>(db)`
    select extract(epoch from now() - made_at)::float8 as value
    from audit_blocks order by number desc limit 1`,
)
gaugeOfMany(
  'portico_audit_seal_lag_seconds',
  'How long ago all committed rows were sealed',
  [],
  () => rows<{ value: number }>(db)`
    select extract(epoch from now() - sealed_at)::float8 as value from audit_seal_mark`,
)
gaugeOfMany(
  'portico_audit_partitions_days',
  'Days until the last partition of the audit log ends',
  [],
  async () => [{ value: await daysOfPartitions(db) }],
)
gaugeOfMany(
  'portico_activity_lag_blocks',
  'Sealed blocks whose rows are not counted for the overview yet',
  [],
  () => rows<{ value: number }>(db)`
    select coalesce((select max(number) from audit_blocks), 0) - block as value from activity_progress`,
)

/** Seals the entries since the last run, publishes the heads of the new blocks, and counts the entries. */
export async function sealAuditLog(): Promise<void> {
  const sealed = await sealRows(db)
  if (!sealed) return
  const { count, first } = sealed.late
  if (first) {
    logger.error(
      { auditAlarm: { row: first.id, timestamp: first.timestamp, count } },
      'a row of the audit log was committed long after its timestamp',
    )
    lateRows.inc(count)
  }
  blocks.inc(sealed.blocks.length)
  for (const { rowCount } of sealed.blocks) sealedRows.inc(rowCount)
  // The counts do not wait until the receiver of the heads works again.
  await publishHeads(sealed.blocks).finally(() => countSealed(db))
}

/** Creates the partitions of the coming months; exports and detaches the old ones when AUDIT_ARCHIVE is set. */
export async function keepAuditMonths(): Promise<void> {
  await makeAuditPartitions(db)
  if (config.auditArchive !== '') await retireMonths(config.auditArchive)
}

import { makeAuditPartitions } from '#domain/audit-months.ts'
import { sealRows } from '#domain/audit-seal.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { announce } from './heads.ts'
import { retireMonths } from './retire-months.ts'

const reported = new Set<string>()
const mostReported = 10_000

/** Seals what was recorded since the last time, and tells of it outside of the database. */
export async function sealAuditLog(): Promise<void> {
  const sealed = await sealRows(db)
  if (!sealed) return
  for (const { id, timestamp } of sealed.late.filter((row) => !reported.has(row.id))) {
    logger.error(
      { auditAlarm: { row: id, timestamp } },
      'a row of the audit log came too late to be sealed',
    )
    if (reported.size < mostReported) reported.add(id)
  }
  await announce(sealed.blocks)
}

/** Makes the coming months ready; takes the old ones away where AUDIT_ARCHIVE says to where. */
export async function keepAuditMonths(): Promise<void> {
  await makeAuditPartitions(db)
  if (config.auditArchive !== '') await retireMonths(config.auditArchive)
}

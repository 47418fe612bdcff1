import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAudit } from '#domain/audit/audit.ts'
import { attachedMonths, detachMonth, firstRetainedMonth } from '#domain/audit/audit-months.ts'
import { db } from '#server/db.ts'
import { exportLog } from './export-log.ts'
import { verifyExport } from './verify-export.ts'

/**
 * Exports each month older than the retention period, verifies the export and detaches the month. Returns the months,
 * such as 2026-01. Throws an Error at the first export with a fault; earlier months stay detached.
 */
export async function retireMonths(folder: string): Promise<string[]> {
  const firstKept = await firstRetainedMonth(db)
  const old = (await attachedMonths(db)).filter((month) => month < firstKept)
  if (old.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const month of old) {
    const file = join(folder, `audit-${month}.jsonl`)
    const { rows } = await exportLog(db, file, { from: month, until: month })
    const { faults } = await verifyExport(file)
    // A row that came late is sealed and exported as it is, so it does not keep the month.
    const fault = faults.find(({ kind }) => kind !== 'row added')
    if (fault) throw new Error(`${month} stays in the log: ${fault.message}`)
    await detachMonth(month)
    const data = { month, rows }
    await recordAudit(db, { kind: 'system' }, 'audit_month_retired', { targetId: month, data })
  }
  return old
}

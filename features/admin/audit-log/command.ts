import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { readTexts, UsageError } from '#server/command-options.ts'
import { exportLog } from './export-log.ts'
import { retireMonths } from './retire-months.ts'
import { reportLines, sentences } from './verify-export.ts'
import { verifyLog } from './verify.ts'

/** Verifies the log and returns a report. Throws an error that lists the changes if the log was altered. */
export async function auditVerifyCommand(words: readonly string[]): Promise<string[]> {
  const { heads } = readTexts(words, 'heads')
  const verified = await verifyLog(db, heads)
  await recordAudit(db, { kind: 'system' }, 'audit_log_verified', {
    data: { blocks: verified.blocks, faults: verified.faults.map(({ says }) => says) },
  })
  if (verified.faults.length > 0) throw new Error(sentences(verified.faults).join('\n'))
  return reportLines(verified)
}

export async function auditExportCommand(words: readonly string[]): Promise<string[]> {
  const { to, from, until } = readTexts(words, 'to', 'from', 'until')
  for (const month of [from, until]) {
    if (month !== undefined && !/^\d{4}-\d\d$/.test(month)) {
      throw new UsageError(`${month} is not a month such as 2026-01.`)
    }
  }
  if (to === undefined) throw new UsageError('--to is missing')
  const { rows, blocks } = await exportLog(db, to, { from, until })
  await recordAudit(db, { kind: 'system' }, 'audit_log_exported', {
    data: { rows, blocks, ...(from && { from }), ...(until && { until }) },
  })
  return [
    `${rows} rows and ${blocks} blocks are in ${to}.`,
    `Verify them on any machine with: npm run portico -- audit:verify --export ${to}`,
  ]
}

/** Exports each month older than the retention period to a file, then detaches it. */
export async function auditRetireCommand(words: readonly string[]): Promise<string[]> {
  const { to } = readTexts(words, 'to')
  if (to === undefined) throw new UsageError('--to is missing')
  const retired = await retireMonths(to)
  return retired.length > 0
    ? retired.map((month) => `${month} was exported to ${to} and detached from the log.`)
    : [`No month is older than ${config.auditRetention}.`]
}

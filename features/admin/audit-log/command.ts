import type { Block } from '#domain/audit/audit-chain.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { readTexts, UsageError, type CommandOutcome } from '#server/command-options.ts'
import { checkModel } from './check-model.ts'
import { exportLog } from './export-log.ts'
import { retireMonths } from './retire-months.ts'
import { faultLines, reportLines } from './verify-export.ts'
import { findBlock, verifyLog } from './verify.ts'

/**
 * Verifies the log and returns a report. Throws an error that lists the changes if the log was altered, and a UsageError
 * for a head that the log does not contain.
 */
export async function auditVerifyCommand(args: readonly string[]): Promise<string[]> {
  const { heads, since } = readTexts(args, 'heads', 'since')
  const first = since === undefined ? undefined : await requireBlock(since)
  const report = await verifyLog(db, heads, first)
  const { blocks, from } = report
  await recordAudit(db, { kind: 'system' }, 'audit_log_verified', {
    data: { blocks, from, faults: report.faults.map(({ message }) => message) },
  })
  if (report.faults.length > 0) throw new Error(faultLines(report.faults).join('\n'))
  return reportLines(report)
}

async function requireBlock(head: string): Promise<Block> {
  if (!/^[0-9a-f]{64}$/.test(head))
    throw new UsageError(`--since needs the 64 digits that audit:verify prints, and got ${head}`)
  const block = await findBlock(db, head)
  if (block) return block
  throw new UsageError(
    `No block of the log has the hash ${head}. If an earlier run has printed it, the log was changed: ` +
      'verify all of it, without --since.',
  )
}

/** Applies the model of two-person approval to the last days of the log. The exit code is 1 if a step is forbidden. */
export async function auditCheckModelCommand(args: readonly string[]): Promise<CommandOutcome> {
  const { days: text = '1' } = readTexts(args, 'days')
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 90)
    throw new UsageError(`${text} is not a number of days from 1 to 90.`)
  const { steps, forbidden } = await checkModel(db, days)
  const lines = forbidden.map(
    ({ time, action, actorId, targetId, rule }) =>
      `${time.toISOString()} ${action} by ${actorId} on ${targetId}: ${rule}`,
  )
  const result = forbidden.length === 0 ? 'none is forbidden' : `${forbidden.length} are forbidden`
  const period = days === 1 ? 'the last day' : `the last ${days} days`
  return {
    lines: [...lines, `${steps} steps of ${period} were checked, ${result}.`],
    code: forbidden.length === 0 ? 0 : 1,
  }
}

/** Exports the log, or the months `from` to `until` inclusive, such as 2026-01, to the file `to`. */
export async function auditExportCommand(args: readonly string[]): Promise<string[]> {
  const { to, from, until } = readTexts(args, 'to', 'from', 'until')
  for (const month of [from, until]) {
    if (month !== undefined && !/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
      throw new UsageError(`${month} is not a month such as 2026-01.`)
    }
  }
  if (to === undefined) throw new UsageError('--to is missing')
  const { rows, blocks } = await exportLog(db, to, { from, until })
  await recordAudit(db, { kind: 'system' }, 'audit_log_exported', {
    data: { rows, blocks, from, until },
  })
  return [
    `${rows} rows and ${blocks} blocks are in ${to}.`,
    `Verify them on any machine with: npm run portico -- audit:verify --export ${to}`,
  ]
}

/** Archives each month older than the retention period in a folder, then detaches it. */
export async function auditRetireCommand(args: readonly string[]): Promise<string[]> {
  const { to } = readTexts(args, 'to')
  if (to === undefined) throw new UsageError('--to is missing')
  const months = await retireMonths(to)
  if (!months) return ['Another process is retiring months.']
  if (months.length === 0) return [`No month is older than ${config.auditRetention}.`]
  return [
    ...months.map(({ month }) => `${month} was exported to ${to} and detached from the log.`),
    `To free the disk: drop table ${months.flatMap(({ tables }) => tables).join(', ')}`,
  ]
}

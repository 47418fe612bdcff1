import { parseArgs } from 'node:util'
import { recordAudit } from '#domain/audit.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { exportLog } from './export-log.ts'
import { retireMonths } from './retire-months.ts'
import { reportLines, sentences } from './verify-export.ts'
import { verifyLog } from './verify.ts'

const verifyUsage =
  'npm run audit:verify -- [--heads audit-heads.jsonl], or on another machine: npm run audit:verify -- --export audit.jsonl [--heads audit-heads.jsonl]'
const exportUsage = 'npm run audit:export -- --to audit.jsonl [--from 2026-01] [--until 2026-03]'
const retireUsage = 'npm run audit:retire -- --to folder'

/** Throws an Error that names what was changed; a log that is whole is said so in lines. */
export async function auditVerifyCommand(words: readonly string[]): Promise<string[]> {
  const { heads } = read(words, ['heads'], verifyUsage)
  const verified = await verifyLog(db, heads)
  await recordAudit(db, { kind: 'system' }, 'audit_log_verified', {
    data: { blocks: verified.blocks, faults: verified.faults.map(({ says }) => says) },
  })
  if (verified.faults.length > 0) throw new Error(sentences(verified.faults).join('\n'))
  return reportLines(verified)
}

export async function auditExportCommand(words: readonly string[]): Promise<string[]> {
  const { to, from, until } = read(words, ['to', 'from', 'until'], exportUsage)
  for (const month of [from, until]) {
    if (month !== undefined && !/^\d{4}-\d\d$/.test(month)) {
      throw new Error(`${month} is no month. Use it like this:\n  ${exportUsage}`)
    }
  }
  if (to === undefined) throw new Error(`Missing: --to. Use it like this:\n  ${exportUsage}`)
  const { rows, blocks } = await exportLog(db, to, { from, until })
  await recordAudit(db, { kind: 'system' }, 'audit_log_exported', {
    data: { rows, blocks, ...(from && { from }), ...(until && { until }) },
  })
  return [
    `${rows} rows and ${blocks} blocks stand in ${to}.`,
    `Another machine checks them with: npm run audit:verify -- --export ${to}`,
  ]
}

/** Months older than the retention leave the log, each into a file of its own first. */
export async function auditRetireCommand(words: readonly string[]): Promise<string[]> {
  const { to } = read(words, ['to'], retireUsage)
  if (to === undefined) throw new Error(`Missing: --to. Use it like this:\n  ${retireUsage}`)
  const retired = await retireMonths(to)
  return retired.length > 0
    ? retired.map((month) => `${month} was exported to ${to} and taken out of the log.`)
    : [`No month is older than ${config.retention.auditMonths}.`]
}

function read<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...words], options }).values as Partial<Record<Name, string>>
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}

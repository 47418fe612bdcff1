import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  detachMonth,
  firstRetainedMonth,
  partitionedMonths,
  withMonthsLock,
} from '#domain/audit/audit-months.ts'
import { db, rows, scalar } from '#server/db.ts'
import { exportLog, type Blocks } from './export-log.ts'
import { verifyExport } from './verify-export.ts'

/** Number of rows after which the archive of a month continues in another file. */
const rowsPerFile = 10_000_000

/** A month that has left the log: its tables, which stay in the database until the owner drops them. */
export type RetiredMonth = { month: string; tables: string[] }

/**
 * Archives each month older than the retention period, verifies the files and detaches the month. A later run continues
 * after an interruption. Throws an Error at the first file with a fault; earlier months stay detached. Returns undefined
 * if another process does the same.
 */
export function retireMonths(folder: string): Promise<RetiredMonth[] | undefined> {
  return withMonthsLock(async (owner) => {
    const firstKept = await firstRetainedMonth(db)
    const old = (await partitionedMonths(db)).filter(({ month }) => month < firstKept)
    const retired: RetiredMonth[] = []
    for (const { month, isWhole } of old) {
      const rows = isWhole ? await archiveMonth(folder, month) : await requireArchive(folder, month)
      const tables = await detachMonth(owner, month)
      const data = { month, ...(rows !== undefined && { rows }) }
      await recordAudit(db, { kind: 'system' }, 'audit_month_retired', { targetId: month, data })
      retired.push({ month, tables })
    }
    return retired
  })
}

/** Writes the month's files and verifies them. Returns the number of rows. */
async function archiveMonth(folder: string, month: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  for (const [index, blocks] of (await filesOf(month)).entries())
    count += await archiveBlocks(fileOf(folder, month, index), month, blocks)
  return count
}

/** Throws if the month's archive is missing: an interrupted run has verified it and begun to detach the month. */
async function requireArchive(folder: string, month: string): Promise<undefined> {
  const file = fileOf(folder, month, 0)
  if (!(await exists(file)))
    throw new Error(
      `Some partitions of ${month} are detached, and ${file} does not exist: attach them again.`,
    )
}

function fileOf(folder: string, month: string, index: number): string {
  return join(folder, `audit-${month}${index === 0 ? '' : `-${index + 1}`}.jsonl.gz`)
}

/** Divides the blocks of the month among files. The last file also has the rows that no block lists. */
async function filesOf(month: string): Promise<Blocks[]> {
  const files = await rows<{ first: number; last: number }>(db)`
    select min(number) as first, max(number) as last
    from (select number, (sum(row_count) over (order by number) - row_count)::bigint / ${rowsPerFile}::bigint as file
          from audit_blocks where month = ${month}) blocks
    group by file order by file`
  const all = files.length > 0 ? files : [{ first: 1, last: 0 }]
  return all.map((each, index) => ({ ...each, hasUnsealed: index === all.length - 1 }))
}

/**
 * Writes a file and verifies it, or verifies the one of an interrupted run that ends with the same block. The last file
 * of a month is written again, because late rows may have followed. Returns its number of rows.
 */
async function archiveBlocks(file: string, month: string, blocks: Blocks): Promise<number> {
  if (!blocks.hasUnsealed && (await exists(file))) {
    const { rows: count, faults, lastHash } = await verifyExport(file)
    if (faults.length === 0 && lastHash === (await hashOf(blocks.last))) return count
  }
  const draft = file.replace(/\.jsonl\.gz$/, '.unverified.jsonl.gz')
  const { rows: count } = await exportLog(db, draft, { from: month, until: month, blocks })
  const { faults } = await verifyExport(draft)
  // A row that came late is sealed and exported as it is, so it does not keep the month.
  const fault = faults.find(({ kind }) => kind !== 'row added')
  if (fault) throw new Error(`${month} stays in the log: ${fault.message}`)
  await rename(draft, file)
  return count
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

function hashOf(block: number): Promise<string | undefined> {
  return scalar<string>(db)`
    select encode(hash, 'hex') from audit_blocks where number = ${block}`
}

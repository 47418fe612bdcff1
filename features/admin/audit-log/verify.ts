import {
  genesisHash,
  signatureVerifier,
  type Block,
  type RowText,
} from '#domain/audit/audit-chain.ts'
import { attachedMonths, firstRetainedMonth } from '#domain/audit/audit-months.ts'
import { selectBlocks, findLastBlock, rowText } from '#domain/audit/audit-seal.ts'
import { listPublicKeys } from '#domain/keys/signing-key.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import {
  checkBlock,
  checkEnd,
  checkRows,
  newFindings,
  type Check,
  type Findings,
  type PreviousBlock,
} from './check-chain.ts'
import { unsealedRows } from './export-log.ts'
import { countOf, readHeadsByNumber, type Verification } from './verify-export.ts'

/** Maximum number of rows of a block, which are in memory together. */
const pageSize = 5_000
/**
 * Interval in PostgreSQL's format. A row that no block lists is a fault if it is at least this much older than the last
 * block.
 */
const maxSealDelay = '15 minutes'

/** Verifies the whole log against its blocks and, if a file is given, against the published heads. */
export async function verifyLog(db: Db, headsFile?: string): Promise<Verification> {
  const { note, faults } = newFindings()
  const heads = await readHeadsByNumber(headsFile)
  const isSigned = await signatureVerifier(await listPublicKeys(db, 'audit'))
  const last = await findLastBlock(db)
  const sealed = last ? await verifyBlocks(db, last, { isSigned, heads, note }) : 0
  await noteOrphans(db, last, note)
  const waiting = await verifyUnsealed(db, last, note)
  checkEnd(last, heads, note)
  return {
    faults: faults(),
    rows: sealed,
    blocks: last?.number ?? 0,
    waiting,
    heads: countOf(heads),
    lastHash: last?.hash ?? '',
  }
}

/** Verifies all blocks, and the rows of the months that must be present; returns the number of rows. */
async function verifyBlocks(db: Db, last: Block, check: Check): Promise<number> {
  const isRequired = await requiredMonths(db)
  // The log starts with block 1, even if the table no longer contains it.
  let previous: PreviousBlock = { number: 0, hash: genesisHash }
  let count = 0
  for await (const block of blocksUpTo(db, last.number)) {
    checkBlock(previous, block, check)
    previous = block
    if (isRequired(block.month)) count += await verifyRowsOf(db, block, check.note)
  }
  return count
}

async function verifyRowsOf(db: Db, block: Block, note: Findings['note']): Promise<number> {
  if (block.rowCount > pageSize) throw new Error(`block ${block.number} claims too many rows`)
  // The limit is one row above the maximum, because a block may list more rows than it claims.
  const sealedRows = await rows<{ id: string; hash: string; text: RowText }>(db)`
    select s.row_id as id, encode(s.row_hash, 'hex') as hash, ${rowText}
    from audit_sealed s
    left join audit_log a on a.timestamp = s.timestamp and a.id = s.row_id
    where s.block = ${block.number} limit ${pageSize + 1}`
  const listedRows = sealedRows.map(({ id, hash, text }) => ({
    id,
    hash,
    // The left join returns nulls for a row that the log no longer contains.
    row: text[0] === null ? undefined : text,
  }))
  checkRows(block, listedRows, note)
  return listedRows.length
}

/** Returns a function that is true for months that must be present. Months older than the retention may be detached. */
async function requiredMonths(db: Db): Promise<(month: string) => boolean> {
  const attached = await attachedMonths(db)
  const firstKept = await firstRetainedMonth(db)
  return (month) => month >= firstKept || attached.includes(month)
}

async function* blocksUpTo(db: Db, end: number): AsyncGenerator<Block> {
  let after = 0
  for (;;) {
    const page = await rows<Block>(db)`
      ${selectBlocks} where number > ${after} and number <= ${end}
      order by number limit 1000`
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.number
  }
}

/** Reports rows that belong to a block after the last one, which means that the end of the chain was removed. */
async function noteOrphans(db: Db, last: Block | undefined, note: Findings['note']): Promise<void> {
  const orphan = await row<{ block: number | null }>(db)`
    select min(block) as block from audit_sealed where block > ${last?.number ?? 0}`
  if (!orphan?.block) return
  // The block may have been created since the verification began.
  const newBlock = await row(db)`select number from audit_blocks where number = ${orphan.block}`
  const message = `block ${orphan.block} is missing, and seals of it are left`
  if (!newBlock) note({ kind: 'block missing', block: orphan.block, message })
}

/**
 * Reports inserted rows: old rows that no block lists. Returns the number of recent rows that wait for the next block.
 */
async function verifyUnsealed(
  db: Db,
  last: Block | undefined,
  note: Findings['note'],
): Promise<number> {
  const isLate = sql`
    coalesce(a.timestamp <= ${last?.madeAt ?? null}::timestamptz - ${maxSealDelay}::interval, false) as is_late`
  let waiting = 0
  for await (const page of unsealedRows<{ isLate: boolean }>(db, isLate)) {
    for (const { id, exact, isLate } of page) {
      const message = `row ${id} of ${exact} was added, or came too late`
      if (isLate) note({ kind: 'row added', row: id, message })
      else waiting += 1
    }
  }
  return waiting
}

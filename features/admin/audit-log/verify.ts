import type { Sql } from 'sql-template-tag'
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
  addedRow,
  checkBlock,
  checkEnd,
  checkRows,
  latestLate,
  newFindings,
  nothingSealed,
  type Check,
  type Findings,
  type Heads,
  type ListedRow,
  type PreviousBlock,
  type SealedUntil,
} from './check-chain.ts'
import { unsealedRows } from './export-log.ts'
import { countOf, readHeadsByNumber, type Verification } from './verify-export.ts'

/** Maximum number of rows of a block, which are in memory together. */
const pageSize = 5_000

/** Returns the block with this hash, from which a verification can begin. */
export function findBlock(db: Db, hash: string): Promise<Block | undefined> {
  return row<Block>(db)`${selectBlocks} where hash = decode(${hash}, 'hex')`
}

/**
 * Verifies the log against its blocks and, if a file is given, against the published heads: the whole log, or the blocks
 * from `first` on and the rows since then.
 */
export async function verifyLog(db: Db, headsFile?: string, first?: Block): Promise<Verification> {
  const { note, faults } = newFindings()
  const from = first?.number ?? 1
  const heads = headsFrom(from, await readHeadsByNumber(headsFile))
  const isSigned = await signatureVerifier(await listPublicKeys(db, 'audit'))
  const last = await findLastBlock(db)
  // The log starts with block 1, even if the table no longer contains it.
  const start = first ? undefined : { number: 0, hash: genesisHash }
  const range = { from, to: last?.number ?? 0, previous: start }
  const { count, until } = await verifyBlocks(db, range, { isSigned, heads, note })
  await noteOrphans(db, last, note)
  const waiting = await verifyUnsealed(db, { first, until }, note)
  checkEnd(last, heads, note)
  return {
    faults: faults(),
    rows: count,
    blocks: range.to - from + 1,
    from: first?.number,
    waiting,
    heads: countOf(heads),
    lastHash: last?.hash ?? '',
  }
}

function headsFrom(number: number, heads: Heads | undefined): Heads | undefined {
  return heads && new Map([...heads].filter(([each]) => each >= number))
}

type Range = { from: number; to: number; previous: PreviousBlock | undefined }

/** Verifies the blocks of a range, and the rows of the months that must be present; returns the number of rows. */
async function verifyBlocks(
  db: Db,
  range: Range,
  check: Check,
): Promise<{ count: number; until: SealedUntil }> {
  const isRequired = await requiredMonths(db)
  let { previous } = range
  let count = 0
  let until = nothingSealed
  for await (const block of blocksOf(db, range)) {
    checkBlock(previous, block, check)
    previous = block
    if (!isRequired(block.month)) continue
    const listed = await listedRowsOf(db, block)
    until = checkRows(block, listed, { note: check.note, before: until })
    count += listed.length
  }
  return { count, until }
}

async function listedRowsOf(db: Db, block: Block): Promise<ListedRow[]> {
  if (block.rowCount > pageSize) throw new Error(`block ${block.number} claims too many rows`)
  // The limit is one row above the maximum, because a block may list more rows than it claims.
  // The limit inside keeps the search for the row a lookup; PostgreSQL would read the whole log for each block instead.
  const sealedRows = await rows<{ id: string; hash: string; text: RowText }>(db)`
    select s.row_id as id, encode(s.row_hash, 'hex') as hash, ${rowText}
    from audit_sealed s
    left join lateral (
      select * from audit_log where timestamp = s.timestamp and id = s.row_id limit 1) a on true
    where s.block = ${block.number} limit ${pageSize + 1}`
  return sealedRows.map(({ id, hash, text }) => ({
    id,
    hash,
    // The left join returns nulls for a row that the log no longer contains.
    row: text[0] === null ? undefined : text,
  }))
}

/** Returns a function that is true for months that must be present. Months older than the retention may be detached. */
async function requiredMonths(db: Db): Promise<(month: string) => boolean> {
  const attached = await attachedMonths(db)
  const firstKept = await firstRetainedMonth(db)
  return (month) => month >= firstKept || attached.includes(month)
}

async function* blocksOf(db: Db, { from, to }: Range): AsyncGenerator<Block> {
  let after = from - 1
  for (;;) {
    const page = await rows<Block>(db)`
      ${selectBlocks} where number > ${after} and number <= ${to}
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
 * Reports inserted rows: rows that no block lists although the chain reaches beyond their time. Returns the number of
 * rows that wait for the next block. With a first block, reads only the rows since that block.
 */
async function verifyUnsealed(
  db: Db,
  { first, until }: { first: Block | undefined; until: SealedUntil },
  note: Findings['note'],
): Promise<number> {
  const isLate = sql`a.timestamp <= ${timeAt(latestLate(until))} as is_late`
  const isInRange = first
    ? sql`a.timestamp > ${timeAt(latestLate(Date.parse(first.madeAt)))}`
    : sql`true`
  let waiting = 0
  for await (const page of unsealedRows<{ isLate: boolean }>(db, isLate, isInRange)) {
    for (const { id, exact, isLate } of page) {
      if (isLate) note(addedRow(id, exact))
      else waiting += 1
    }
  }
  return waiting
}

function timeAt(ms: number): Sql {
  return sql`${Number.isFinite(ms) ? new Date(ms).toISOString() : '-infinity'}::timestamptz`
}

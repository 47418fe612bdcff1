import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { JWK } from 'jose'
import type { Sql } from 'sql-template-tag'
import { coveredColumns, type Block, type RowText } from '#domain/audit/audit-chain.ts'
import { selectBlocks, rowText } from '#domain/audit/audit-seal.ts'
import { listPublicKeys } from '#domain/keys/signing-key.ts'
import { row, rows, sql, type Db } from '#server/db.ts'

/**
 * A line of an export. Blocks of other months between the exported ones are included without rows, so that the chain
 * has no gaps. `unsealed` is a row that no block lists yet.
 */
export type Line =
  | { format: 'portico audit log 1' | 'portico audit log 2'; keys: JWK[] }
  | { block: Block; hasRows: boolean }
  | { row: RowText; hash: string }
  | { unsealed: RowText }

/** The first and the last exported month, such as 2026-01. Without them, the whole log is exported. */
type Months = { from?: string | undefined; until?: string | undefined }
/** Numbers of the first and the last block, and whether the rows that no block lists belong to the export. */
export type Blocks = { first: number; last: number; hasUnsealed: boolean }
type Range = Months & { blocks?: Blocks | undefined }
type Counts = { rows: number; blocks: number }

/**
 * Exports rows, blocks and public keys as JSON lines, compressed if the name ends with `.gz`. Renames the file to its
 * final name once it is complete, and removes it on errors.
 */
export async function exportLog(db: Db, file: string, range: Range = {}): Promise<Counts> {
  const partialFile = `${file}.${process.pid}`
  const counts = { rows: 0, blocks: 0 }
  try {
    await pipeline([
      exportedText(db, range, counts),
      ...(file.endsWith('.gz') ? [createGzip({ level: 1 })] : []),
      createWriteStream(partialFile, { mode: 0o600, flush: true }),
    ])
    await rename(partialFile, file)
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  }
  return counts
}

async function* exportedText(db: Db, range: Range, counts: Counts): AsyncGenerator<string> {
  const blocks = range.blocks ?? (await blocksOf(db, range))
  const keys = await listPublicKeys(db, 'audit')
  yield asText([{ format: 'portico audit log 2', keys }])
  for await (const lines of sealedLines(db, range, blocks)) {
    counts.blocks += 1
    counts.rows += lines.length - 1
    yield asText(lines)
  }
  if (!blocks.hasUnsealed) return
  for await (const lines of unsealedLines(db, range)) {
    counts.rows += lines.length
    yield asText(lines)
  }
}

async function blocksOf(db: Db, { from = '', until = '9999-12' }: Months): Promise<Blocks> {
  const range = await row<{ first: number | null; last: number | null }>(db)`
    select min(number) as first, max(number) as last from audit_blocks
    where month >= ${from} and month <= ${until}`
  return { first: range?.first ?? 1, last: range?.last ?? 0, hasUnsealed: true }
}

/** Yields each block with its rows. Only one block is in memory at a time. */
async function* sealedLines(
  db: Db,
  { from = '', until = '9999-12' }: Months,
  { first, last }: Blocks,
): AsyncGenerator<Line[]> {
  for (let number = first; number <= last; number += 1) {
    const [block] = await rows<Block>(db)`${selectBlocks} where number = ${number}`
    if (!block) continue
    const hasRows = block.month >= from && block.month <= until
    yield [{ block, hasRows }, ...(hasRows ? await rowsOf(db, block) : [])]
  }
}

async function rowsOf(db: Db, { number, format }: Block): Promise<Line[]> {
  const sealedRows = await rows<{ hash: string; text: RowText }>(db)`
    select encode(s.row_hash, 'hex') as hash, ${rowText}
    from audit_sealed s join audit_log a on a.timestamp = s.timestamp and a.id = s.row_id
    where s.block = ${number} order by s.row_id`
  return sealedRows.map(({ text, hash }) => ({ row: coveredColumns(text, format), hash }))
}

async function* unsealedLines(db: Db, { from, until }: Months): AsyncGenerator<Line[]> {
  const isInMonths = sql`
    (${from ?? null}::text is null or a.timestamp >= (${from ?? null} || '-01')::timestamp at time zone 'UTC')
    and (${until ?? null}::text is null
         or a.timestamp < ((${until ?? null} || '-01')::timestamp + interval '1 month') at time zone 'UTC')`
  for await (const page of unsealedRows<{ text: RowText }>(db, rowText, isInMonths)) {
    yield page.map(({ text }) => ({ unsealed: text }))
  }
}

/** `exact` is the timestamp with its microseconds, which a Date would lose. */
type Unsealed = { id: string; exact: string; isSealed: boolean }

/** Yields the rows that no block lists, ordered by time. Each statement reads a bounded part of the log. */
export async function* unsealedRows<Row>(
  db: Db,
  columns: Sql,
  condition: Sql = sql`true`,
): AsyncGenerator<(Row & Unsealed)[]> {
  let after = sql`true`
  for (;;) {
    const page = await rows<Row & Unsealed>(db)`
      select a.timestamp::text as exact, s.row_id is not null as is_sealed, a.id, ${columns}
      from audit_log a
      left join audit_sealed s on s.timestamp = a.timestamp and s.row_id = a.id
      where ${after} and ${condition} order by a.timestamp, a.id limit 5000`
    yield page.filter(({ isSealed }) => !isSealed)
    const end = page.at(-1)
    if (!end || page.length < 5000) return
    after = sql`(a.timestamp, a.id) > (${end.exact}::timestamptz, ${end.id}::uuid)`
  }
}

function asText(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

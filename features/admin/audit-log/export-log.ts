import { open, rename, rm } from 'node:fs/promises'
import type { JWK } from 'jose'
import type { Sql } from 'sql-template-tag'
import { coveredColumns, type Block, type RowText } from '#domain/audit/audit-chain.ts'
import { selectBlocks, rowText } from '#domain/audit/audit-seal.ts'
import { listPublicKeys } from '#domain/keys/signing-key.ts'
import { rows, sql, type Db } from '#server/db.ts'

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

/**
 * Exports rows, blocks and public keys as JSON lines. Renames the file to its final name once it is complete, and
 * removes it on errors.
 */
export async function exportLog(
  db: Db,
  file: string,
  months: Months = {},
): Promise<{ rows: number; blocks: number }> {
  const partialFile = `${file}.${process.pid}`
  const output = await open(partialFile, 'w', 0o600)
  const counts = { rows: 0, blocks: 0 }
  try {
    const keys = await listPublicKeys(db, 'audit')
    await output.write(asText([{ format: 'portico audit log 2', keys }]))
    for await (const lines of sealedLines(db, months)) {
      counts.blocks += 1
      counts.rows += lines.length - 1
      await output.write(asText(lines))
    }
    for await (const lines of unsealedLines(db, months)) {
      counts.rows += lines.length
      await output.write(asText(lines))
    }
    await output.sync()
    await rename(partialFile, file)
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  } finally {
    await output.close()
  }
  return counts
}

/** Yields each block with its rows. Only one block is in memory at a time. */
async function* sealedLines(
  db: Db,
  { from = '', until = '9999-12' }: Months,
): AsyncGenerator<Line[]> {
  const [range] = await rows<{ first: number | null; last: number | null }>(db)`
    select min(number) as first, max(number) as last from audit_blocks
    where month >= ${from} and month <= ${until}`
  const { first, last } = range ?? {}
  for (let number = first ?? 1; number <= (last ?? 0); number += 1) {
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

import type { Sql } from 'sql-template-tag'
import { row, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import {
  commitWindowMs,
  genesisHash,
  currentFormat,
  rowHash,
  rowsHash,
  signBlock,
  type Block,
  type Entry,
  type RowText,
} from './audit-chain.ts'
import {
  advancePass,
  endPass,
  findPass,
  takeSnapshot,
  withSealLock,
  type Pass,
  type Position,
} from './seal-mark.ts'
import { getCurrentKey, type SigningKey } from '../keys/signing-key.ts'

/** Time without new rows after which an empty block is added. */
const maxBlockAge = '15 minutes'
/** Maximum number of rows of a page, which is sealed in one transaction, and so of a block. */
const rowsPerPage = 5_000
/** Number of pages after which a run ends, so that the heads are published and the rows counted. */
const maxPages = 500

/** New blocks, and their rows that were committed more than `commitWindowMs` after their timestamp. */
type Sealed = { blocks: Block[]; late: { count: number; first: LateRow | undefined } }
type LateRow = { id: string; timestamp: string }

/**
 * Seals all committed rows that are not in a block yet, in signed blocks that each contain the hash of the previous
 * one. Commits each page, so that a later call continues after an interruption. Of concurrent calls, one seals each
 * page. Returns undefined if this call sealed none.
 */
export async function sealRows(db: Db): Promise<Sealed | undefined> {
  const key = await getCurrentKey(db, 'audit')
  const sealed: Sealed = { blocks: [], late: { count: 0, first: undefined } }
  for (let number = 0; number < maxPages; number += 1) {
    const page = await withSealLock(db, (tx) => sealPage(tx, key))
    if (!page) return number > 0 ? sealed : undefined
    sealed.blocks.push(...page.blocks)
    sealed.late.count += page.late.length
    sealed.late.first ??= page.late[0]
    if (page.isLast) break
  }
  return sealed
}

/** `isLast` is true if no row that was committed before the page is left. */
type Page = { blocks: Block[]; late: LateRow[]; isLast: boolean }

async function sealPage(tx: Transaction, key: SigningKey): Promise<Page> {
  const last = await findLastBlock(tx)
  const pass = await findPass(tx)
  if (!pass) return { blocks: await sealUnmarked(tx, key, last), late: [], isLast: false }
  const page = await rowsOfPass(tx, pass)
  // A row is in two passes if its transaction ended during the first. Servers of 0.3.0 seal rows, too, and rows from a
  // dump may have numbers that transactions of this cluster get again.
  const unsealed = page.filter(({ isSealed }) => !isSealed)
  const blocks = await sealParts(tx, key, last, unsealed)
  const isEnd = page.length < rowsPerPage
  if (isEnd) await endPass(tx, pass.target, pass.targetAt)
  else await advancePass(tx, pass, page.at(-1)!)
  const isLast = pass.isNew && isEnd
  if (isLast && blocks.length === 0 && (await isEmptyBlockDue(tx, last)))
    blocks.push(await seal(tx, key, last, { month: undefined, auditRows: [] }))
  const newestLate = pass.sealedAt.getTime() - commitWindowMs
  const late = unsealed.filter(({ timestamp }) => Date.parse(timestamp) <= newestLate)
  return { blocks, late, isLast }
}

/** Seals all rows by their timestamps, in one transaction, as 0.3.0 did. Later passes start from there. */
async function sealUnmarked(
  tx: Transaction,
  key: SigningKey,
  last: Block | undefined,
): Promise<Block[]> {
  const { snapshot, at } = await takeSnapshot(tx)
  const blocks: Block[] = []
  for await (const page of unsealedSince(tx, earliestSince(last)))
    blocks.push(...(await sealParts(tx, key, blocks.at(-1) ?? last, page)))
  await endPass(tx, snapshot, at)
  return blocks
}

/** Returns the last block of the chain; undefined before the first one. */
export function findLastBlock(db: Db): Promise<Block | undefined> {
  return row<Block>(db)`${selectBlocks} order by number desc limit 1`
}

/** SQL query for all blocks with the columns of `Block` (audit-chain.ts), for a condition to follow. */
export const selectBlocks = sql`
  select number, format, encode(previous_hash, 'hex') as previous_hash, month, row_count,
         encode(rows_hash, 'hex') as rows_hash,
         ${utc(sql`made_at`)} as made_at, kid,
         encode(hash, 'hex') as hash, encode(signature, 'base64') as signature
  from audit_blocks`

/** SQL column `text`: the `RowText` (audit-chain.ts) of `audit_log a`. */
export const rowText = sql`
  json_build_array(a.id, ${utc(sql`a.timestamp`)}, a.actor_kind, a.actor_id, a.target_id, a.action,
                   a.data::text, a.ip_address, a.sub_system, a.request_id, a.company_id) as text`

function utc(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

type AuditRow = { id: string; timestamp: string; text: RowText }
type PassRow = AuditRow & Position & { isSealed: boolean }
/** Rows of a block, all of one month. An undefined month means the current one. */
type Part = { month: string | undefined; auditRows: readonly AuditRow[] }

/**
 * Returns the next rows of a pass, in the order of transaction and id: the visible rows of transactions that were open
 * in its first snapshot, and of those that began between the two.
 */
function rowsOfPass(
  tx: Transaction,
  { sealed, target, afterXid, afterId, isAmongLater }: Pass,
): Promise<PassRow[]> {
  const rowsOf = (isBetween: Sql) => sql`
    (select a.xid, a.id, a.timestamp, ${rowText} from audit_log a
     where ${isBetween} order by a.xid, a.id limit ${rowsPerPage})`
  const isAfter = sql`(a.xid, a.id) > (${afterXid}::xid8, ${afterId}::uuid)`
  const wasOpen = sql`a.xid = any(array(select pg_snapshot_xip(${sealed}::pg_snapshot))) and ${isAfter}`
  // Only one lower bound: with two, PostgreSQL may begin at the smaller one, and read the whole index.
  const start = isAmongLater ? isAfter : sql`a.xid >= pg_snapshot_xmax(${sealed}::pg_snapshot)`
  const beganLater = sql`${start} and a.xid < pg_snapshot_xmax(${target}::pg_snapshot)`
  // The limit inside keeps the search for the seal a lookup for each row.
  return rows<PassRow>(tx)`
    select n.xid, n.id, ${utc(sql`n.timestamp`)} as timestamp, n.text, s.block is not null as is_sealed
    from (${rowsOf(wasOpen)} union all ${rowsOf(beganLater)} order by xid, id limit ${rowsPerPage}) n
    left join lateral (
      select block from audit_sealed where timestamp = n.timestamp and row_id = n.id limit 1) s on true
    order by n.xid, n.id`
}

/**
 * Returns the SQL expression for the earliest timestamp that a row to be sealed without a mark can have. Rows written up
 * to `commitWindowMs` before the last block may have been committed after it. The start is the last block instead of
 * the current time, so that rows written during an outage of the sealing are sealed. A mark from a dump may be older:
 * the pass was not finished then.
 */
function earliestSince(last: Block | undefined): Sql {
  const lastBlock = sql`${last?.madeAt ?? '-infinity'}::timestamptz`
  return sql`
    (least(${lastBlock}, (select sealed_at from audit_seal_mark)) - ${commitWindowMs} * interval '1 ms')`
}

async function* unsealedSince(tx: Transaction, since: Sql): AsyncGenerator<AuditRow[]> {
  let after: Sql = sql`true`
  for (;;) {
    const page = await rows<AuditRow>(tx)`
      select a.id, ${utc(sql`a.timestamp`)} as timestamp, ${rowText} from audit_log a
      where a.timestamp > ${since} and ${after} and not exists (
        select from audit_sealed s
        where s.timestamp > ${since} and s.timestamp = a.timestamp and s.row_id = a.id)
      order by a.timestamp, a.id limit ${rowsPerPage}`
    if (page.length > 0) yield page
    const end = page.at(-1)
    if (!end || page.length < rowsPerPage) return
    after = sql`(a.timestamp, a.id) > (${end.timestamp}::timestamptz, ${end.id}::uuid)`
  }
}

async function sealParts(
  tx: Transaction,
  key: SigningKey,
  last: Block | undefined,
  auditRows: readonly AuditRow[],
): Promise<Block[]> {
  const blocks: Block[] = []
  for (const part of byMonth(auditRows))
    blocks.push(await seal(tx, key, blocks.at(-1) ?? last, part))
  return blocks
}

function byMonth(page: readonly AuditRow[]): Part[] {
  const parts = Map.groupBy(page, ({ timestamp }) => timestamp.slice(0, 7))
  return [...parts].map(([month, auditRows]) => ({ month, auditRows }))
}

async function seal(
  tx: Transaction,
  key: SigningKey,
  previous: Block | undefined,
  { month, auditRows }: Part,
): Promise<Block> {
  const entries: Entry[] = auditRows.map(({ id, text }) => ({
    id,
    hash: rowHash(text, currentFormat),
  }))
  const madeAt = await transactionTime(tx)
  const unsigned = {
    format: currentFormat,
    number: (previous?.number ?? 0) + 1,
    previousHash: previous?.hash ?? genesisHash,
    month: month ?? madeAt.slice(0, 7),
    rowCount: entries.length,
    rowsHash: rowsHash(entries),
    madeAt,
    kid: key.kid,
  }
  const block = signBlock(unsigned, key.privateJwk)
  await run(tx)`
    insert into audit_blocks
      (number, format, previous_hash, month, row_count, rows_hash, made_at, hash, kid, signature)
    values (${block.number}, ${currentFormat}, decode(${block.previousHash}, 'hex'), ${block.month}, ${block.rowCount},
            decode(${block.rowsHash}, 'hex'), ${block.madeAt}, decode(${block.hash}, 'hex'), ${block.kid},
            decode(${block.signature}, 'base64'))`
  await run(tx)`
    insert into audit_sealed (timestamp, row_id, row_hash, block)
    select timestamp, id, decode(hash, 'hex'), ${block.number}
    from unnest(${auditRows.map(({ timestamp }) => timestamp)}::timestamptz[], ${entries.map(({ id }) => id)}::uuid[],
                ${entries.map(({ hash }) => hash)}::text[]) as sealed (timestamp, id, hash)`
  return block
}

/** Returns the start time of the transaction, because rows that it cannot see were committed later. */
async function transactionTime(tx: Transaction): Promise<string> {
  const now = await scalar<string>(tx)`
    select ${utc(sql`now()`)}`
  return now ?? ''
}

async function isEmptyBlockDue(tx: Transaction, last: Block | undefined): Promise<boolean> {
  const isDue = await scalar<boolean>(tx)`
    select coalesce(${last?.madeAt ?? null}::timestamptz < now() - ${maxBlockAge}::interval, true)`
  return isDue ?? false
}

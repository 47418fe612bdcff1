import type { Sql } from 'sql-template-tag'
import { row, rows, run, scalar, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { countSealed } from './activity.ts'
import {
  genesisHash,
  currentFormat,
  rowHash,
  rowsHash,
  signBlock,
  type Block,
  type Entry,
  type RowText,
} from './audit-chain.ts'
import { getCurrentKey, type SigningKey } from '../keys/signing-key.ts'

/** Maximum time between the timestamp of a row and its commit. A row that is committed later is reported as late. */
const commitWindow = '15 minutes'
/** Time without new rows after which an empty block is added. */
const maxBlockAge = '15 minutes'
/** Time range that is searched for late rows; `audit:verify` searches the whole log. */
const lateWindow = '1 hour'
const rowsPerBlock = 5_000
/** Key of the advisory lock of sealing; nothing else in this database uses it. */
const lockNumber = 7_067_845

export type LateRow = { id: string; timestamp: string }

/**
 * Seals all committed rows that are not in a block yet, in signed blocks that each contain the hash of the previous
 * one, and adds them to the activity counts in the same transaction. Of any number of concurrent calls one does the
 * work; the others return undefined.
 */
export async function sealRows(db: Db): Promise<{ blocks: Block[]; late: LateRow[] } | undefined> {
  const key = await getCurrentKey(db, 'audit')
  return transaction(db, async (tx) => {
    const isLocked = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
    if (!isLocked) return undefined
    const last = await findLastBlock(tx)
    const since = earliestSince(last)
    const blocks: Block[] = []
    for await (const page of unsealedSince(tx, since)) {
      for (const part of byMonth(page))
        blocks.push(await seal(tx, key, blocks.at(-1) ?? last, part))
    }
    if (blocks.length === 0 && (await isEmptyBlockDue(tx, last))) {
      blocks.push(await seal(tx, key, last, { month: undefined, auditRows: [] }))
    }
    await countSealed(tx)
    return { blocks, late: last ? await lateRows(tx, since) : [] }
  })
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
/** Rows of a block, all of one month. An undefined month means the current one. */
type Part = { month: string | undefined; auditRows: readonly AuditRow[] }

/**
 * Returns the SQL expression for the earliest timestamp that a row to be sealed can have. Rows written up to
 * `commitWindow` before the last block may have been committed after it. The start is the last block instead of the
 * current time, so that rows written during an outage of the sealing are not late.
 */
function earliestSince(last: Block | undefined): Sql {
  return sql`(${last?.madeAt ?? '-infinity'}::timestamptz - ${commitWindow}::interval)`
}

const isUnsealed = sql`not exists (
  select from audit_sealed s where s.timestamp = a.timestamp and s.row_id = a.id)`

async function* unsealedSince(tx: Transaction, since: Sql): AsyncGenerator<AuditRow[]> {
  let after: Sql = sql`true`
  for (;;) {
    const page = await rows<AuditRow>(tx)`
      select a.id, ${utc(sql`a.timestamp`)} as timestamp, ${rowText} from audit_log a
      where a.timestamp > ${since} and ${after} and ${isUnsealed}
      order by a.timestamp, a.id limit ${rowsPerBlock}`
    if (page.length > 0) yield page
    const end = page.at(-1)
    if (!end || page.length < rowsPerBlock) return
    after = sql`(a.timestamp, a.id) > (${end.timestamp}::timestamptz, ${end.id}::uuid)`
  }
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

function lateRows(tx: Transaction, since: Sql): Promise<LateRow[]> {
  return rows<LateRow>(tx)`
    select a.id, a.timestamp::text from audit_log a
    where a.timestamp <= ${since} and a.timestamp > ${since} - ${lateWindow}::interval and ${isUnsealed}
    order by a.timestamp limit 100`
}

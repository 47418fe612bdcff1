import type { Sql } from 'sql-template-tag'
import { row, rows, run, scalar, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { countSealed } from './activity.ts'
import {
  beginning,
  currentFormat,
  rowHash,
  rowsHash,
  signed,
  type Block,
  type Entry,
  type RowText,
} from './audit-chain.ts'
import { getCurrentKey, type SigningKey } from './signing-key.ts'

/** Longest time between writing and committing a row; the program writes no row later than that. */
const commitWindow = '15 minutes'
/** Without new rows, an empty block follows after this time. */
const quiet = '15 minutes'
/** Range of the search for late rows; `audit:verify` searches everywhere. */
const lateWindow = '1 hour'
const rowsPerBlock = 5_000
// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_845

export type Late = { id: string; timestamp: string }

/**
 * Seals every committed row that no block lists, in signed blocks that each continue the one before. Of any
 * number of parallel calls one works; the others return undefined. What is sealed is counted in the same transaction.
 */
export async function sealRows(db: Db): Promise<{ blocks: Block[]; late: Late[] } | undefined> {
  const key = await getCurrentKey(db, 'audit')
  return transaction(db, async (tx) => {
    const isOurs = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
    if (!isOurs) return undefined
    const last = await lastBlock(tx)
    const since = earliestSince(last)
    const blocks: Block[] = []
    for await (const page of unsealedSince(tx, since)) {
      for (const part of byMonth(page))
        blocks.push(await seal(tx, key, blocks.at(-1) ?? last, part))
    }
    if (blocks.length === 0 && (await isQuietForLong(tx, last))) {
      blocks.push(await seal(tx, key, last, { month: undefined, found: [] }))
    }
    await countSealed(tx)
    return { blocks, late: last ? await lateRows(tx, since) : [] }
  })
}

/** The end of the chain. */
export function lastBlock(db: Db): Promise<Block | undefined> {
  return row<Block>(db)`${blockColumns} order by number desc limit 1`
}

/** A block as `audit-chain.ts` reads it. */
export const blockColumns = sql`
  select number, format, encode(previous_hash, 'hex') as previous_hash, month, row_count,
         encode(rows_hash, 'hex') as rows_hash,
         ${utc(sql`made_at`)} as made_at, kid,
         encode(hash, 'hex') as hash, encode(signature, 'base64') as signature
  from audit_blocks`

/** The RowText of `audit_log a`. */
export const rowText = sql`
  json_build_array(a.id, ${utc(sql`a.timestamp`)}, a.actor_kind, a.actor_id, a.target_id, a.action,
                   a.data::text, a.ip_address, a.sub_system, a.request_id, a.company_id) as text`

function utc(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

type AuditRow = { id: string; timestamp: string; text: RowText }
type Part = { month: string | undefined; found: readonly AuditRow[] }

/**
 * Rows that were written up to fifteen minutes before the last block may have been committed after it. Rows
 * that were written during an outage of the sealing are not late.
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
  return [...parts].map(([month, found]) => ({ month, found }))
}

async function seal(
  tx: Transaction,
  key: SigningKey,
  previous: Block | undefined,
  { month, found }: Part,
): Promise<Block> {
  const entries: Entry[] = found.map((each) => ({
    id: each.id,
    hash: rowHash(each.text, currentFormat),
  }))
  const madeAt = await clock(tx)
  const unsigned = {
    format: currentFormat,
    number: (previous?.number ?? 0) + 1,
    previousHash: previous?.hash ?? beginning,
    month: month ?? madeAt.slice(0, 7),
    rowCount: entries.length,
    rowsHash: rowsHash(entries),
    madeAt,
    kid: key.kid,
  }
  const block = signed(unsigned, key.privateJwk)
  await run(tx)`
    insert into audit_blocks
      (number, format, previous_hash, month, row_count, rows_hash, made_at, hash, kid, signature)
    values (${block.number}, ${currentFormat}, decode(${block.previousHash}, 'hex'), ${block.month}, ${block.rowCount},
            decode(${block.rowsHash}, 'hex'), ${block.madeAt}, decode(${block.hash}, 'hex'), ${block.kid},
            decode(${block.signature}, 'base64'))`
  await run(tx)`
    insert into audit_sealed (timestamp, row_id, row_hash, block)
    select timestamp, id, decode(hash, 'hex'), ${block.number}
    from unnest(${found.map((each) => each.timestamp)}::timestamptz[], ${entries.map(({ id }) => id)}::uuid[],
                ${entries.map(({ hash }) => hash)}::text[]) as sealed (timestamp, id, hash)`
  return block
}

/** Start of the transaction: rows that it cannot see were committed later. */
async function clock(tx: Transaction): Promise<string> {
  const now = await scalar<string>(tx)`
    select ${utc(sql`now()`)}`
  return now ?? ''
}

async function isQuietForLong(tx: Transaction, last: Block | undefined): Promise<boolean> {
  const isLong = await scalar<boolean>(tx)`
    select coalesce(${last?.madeAt ?? null}::timestamptz < now() - ${quiet}::interval, true)`
  return isLong ?? false
}

function lateRows(tx: Transaction, since: Sql): Promise<Late[]> {
  return rows<Late>(tx)`
    select a.id, a.timestamp::text from audit_log a
    where a.timestamp <= ${since} and a.timestamp > ${since} - ${lateWindow}::interval and ${isUnsealed}
    order by a.timestamp limit 100`
}

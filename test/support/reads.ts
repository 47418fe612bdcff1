import { scalar, transaction, db, type Transaction } from '#server/db.ts'

/** Runs `work` in a transaction. Returns its result, and how many rows of the tables it has read. */
export function countReads<Result>(
  tables: readonly string[],
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; reads: number }> {
  return transaction(db, async (tx) => {
    // PostgreSQL also counts what the connection has read shortly before.
    const before = await readsOf(tx, tables)
    const result = await work(tx)
    return { result, reads: (await readsOf(tx, tables)) - before }
  })
}

async function readsOf(tx: Transaction, tables: readonly string[]): Promise<number> {
  const reads = await scalar<number>(tx)`
    select sum(seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_user_tables
    where relname = any(${[...tables]}::text[])`
  return Number(reads)
}

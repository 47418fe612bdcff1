import { row, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'

/*
 * How far the audit log is sealed, and the lock of the work on its blocks. Sealing goes from one snapshot of the
 * database to the next: a pass seals the rows of the transactions that have ended between the two, however long they
 * were open, and does not read the rows of earlier passes.
 */

/** Key of the advisory lock; nothing else in this database uses it. Servers of 0.3.0 take the same one. */
const lockNumber = 7_067_845

/** A row's place in a pass: the transaction that wrote it, and its id. */
export type Position = { xid: string; id: string }

/** A pass from one snapshot to the next, as texts of `pg_snapshot`. */
export type Pass = {
  /** All rows of the transactions that this snapshot shows as ended are sealed. */
  sealed: string
  /** Time of that snapshot. */
  sealedAt: Date
  target: string
  targetAt: Date
  /** The last row that is sealed; zero for a pass that begins. */
  afterXid: string
  afterId: string
  /** True if the last sealed row is of a transaction that began after the first snapshot. */
  isAmongLater: boolean
  /** True if the pass begins, false if an earlier transaction has begun it. */
  isNew: boolean
}

/** Runs `work` in a transaction under the lock. Returns undefined immediately if another process holds the lock. */
export function withSealLock<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  return transaction(db, async (tx) => {
    // Partitions grow, and statistics do not know the newest transactions. Therefore no plan from the beginning of a
    // month, when its partition was empty, and no plan that sorts all rows that wait instead of reading one page.
    const isLocked = await scalar<boolean>(tx)`
      select pg_try_advisory_xact_lock(${lockNumber})
      from set_config('plan_cache_mode', 'force_custom_plan', true) plans, set_config('enable_sort', 'off', true) sorts`
    return isLocked ? work(tx) : undefined
  })
}

/**
 * Returns the unfinished pass, or else a new one up to the present. Returns undefined if there is no mark yet, or if the
 * mark was loaded from a dump: transactions of this cluster have other numbers then. Such a mark is recognized by its
 * row, which the transaction of the load has written and not the one that the mark names.
 */
export function findPass(tx: Transaction): Promise<Pass | undefined> {
  return row<Pass>(tx)`
    select sealed, sealed_at, coalesce(target, pg_current_snapshot()) as target,
           coalesce(target_at, now()) as target_at, after_xid, after_id,
           after_xid >= pg_snapshot_xmax(sealed) as is_among_later, target is null as is_new
    from audit_seal_mark where xmin = written_by::xid`
}

/** Returns the current snapshot of the database. */
export async function takeSnapshot(tx: Transaction): Promise<{ snapshot: string; at: Date }> {
  const taken = await row<{ snapshot: string; at: Date }>(tx)`
    select pg_current_snapshot() as snapshot, now() as at`
  if (!taken) throw new Error('no snapshot')
  return taken
}

/** Stores that all rows of the transactions that the snapshot shows as ended are sealed. */
export async function endPass(tx: Transaction, snapshot: string, at: Date): Promise<void> {
  await run(tx)`
    insert into audit_seal_mark (sealed, sealed_at) values (${snapshot}, ${at})
    on conflict (is_only) do update
    set sealed = excluded.sealed, sealed_at = excluded.sealed_at, target = null, target_at = null,
        after_xid = excluded.after_xid, after_id = excluded.after_id, written_by = excluded.written_by`
}

/** Stores that the pass is sealed up to a row. */
export async function advancePass(
  tx: Transaction,
  { target, targetAt }: Pass,
  { xid, id }: Position,
): Promise<void> {
  await run(tx)`
    update audit_seal_mark
    set target = ${target}, target_at = ${targetAt}, after_xid = ${xid}, after_id = ${id}, written_by = default`
}

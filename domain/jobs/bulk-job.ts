import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { permissionsOf, type Permission } from '#contract/permission.ts'
import { loadLimits } from '#server/load-limits.ts'
import {
  affects,
  purgeOf,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { enqueueJob } from './job.ts'
import { findAdmin } from '../accounts/admin.ts'

/** An action on many users, ordered by an admin and run by the worker (tables bulk_jobs, bulk_items). */
export type BulkJob = {
  id: string
  action: string
  /** Platform to which access is granted or revoked; null for other actions. */
  subsystemId: string | null
  reason: string
  adminId: string
  ipAddress: string
  total: number
  done: number
  failed: number
  skipped: number
  cancelledAt: Date | null
  /** Time at which the worker stopped the job because the admin no longer had the permission. */
  refusedAt: Date | null
  finishedAt: Date | null
  createdAt: Date
}

/** States of an item. `skipped`: the action changed nothing, or the job was stopped before it. */
const itemStates = ['waiting', 'done', 'failed', 'skipped'] as const
export type ItemState = (typeof itemStates)[number]

/**
 * Columns of `BulkJob`. Unprocessed items of a stopped job stay `waiting` in the table and are counted as skipped here.
 */
const columns = sql`
  j.id, j.action, j.subsystem_id, j.reason, j.admin_id, j.ip_address, j.total, j.done, j.failed,
  case when j.finished_at is null then j.skipped else j.total - j.done - j.failed end as skipped,
  j.cancelled_at, j.refused_at, j.finished_at, j.created_at`

const isStopped = sql`(j.cancelled_at is not null or j.refused_at is not null)`

type NewJob = Pick<BulkJob, 'action' | 'subsystemId' | 'reason' | 'adminId' | 'ipAddress'>

/** Creates a job for the ids that a query selects, and enqueues its first batch. */
export async function createBulkJob(
  tx: Transaction,
  job: NewJob,
  ids: Sql,
): Promise<{ id: string; total: number }> {
  const id = randomUUIDv7()
  await run(tx)`
    insert into bulk_jobs (id, action, subsystem_id, reason, admin_id, ip_address, total)
    values (${id}, ${job.action}, ${job.subsystemId}, ${job.reason}, ${job.adminId},
            ${job.ipAddress}, 0)`
  const total = await run(tx)`
    insert into bulk_items (job_id, target_id) select ${id}::uuid, ids.id from (${ids}) ids (id)`
  await run(tx)`update bulk_jobs set total = ${total} where id = ${id}`
  await enqueueBatch(tx, id)
  return { id, total }
}

/** Enqueues the next batch of a job behind the batches of other jobs, so that a long job does not delay short ones. */
export function enqueueBatch(tx: Transaction, jobId: string): Promise<void> {
  return enqueueJob(tx, 'bulk', { jobId })
}

export function findBulkJob(db: Db, id: string): Promise<BulkJob | undefined> {
  return row<BulkJob>(db)`select ${columns} from bulk_jobs j where j.id = ${id}`
}

/** Lists the latest jobs of an admin, the newest first. */
export function listBulkJobs(db: Db, adminId: string, limit: number): Promise<BulkJob[]> {
  return rows<BulkJob>(db)`
    select ${columns} from bulk_jobs j where j.admin_id = ${adminId} order by j.id desc limit ${limit}`
}

export type BulkItem = {
  key: string[]
  id: string
  state: ItemState
  /** Error code of a failed item; otherwise null. */
  code: number | null
  firstname: string | null
  lastname: string | null
  email: string | null
}

/** Returns the SQL condition on item `i` of job `j`: it is in this state, or in any if `state` is undefined. */
function isInState(state: ItemState | undefined): Sql {
  if (state === undefined) return sql`true`
  if (state === 'waiting') return sql`(i.state = 'waiting' and j.finished_at is null)`
  if (state === 'skipped')
    return sql`(i.state = 'skipped' or (i.state = 'waiting' and j.finished_at is not null))`
  return sql`i.state = ${state}`
}

type ItemPage = {
  state?: ItemState | undefined
  take: number
  after?: readonly string[] | undefined
}

/**
 * Lists the items of a job in one state, or in all, by user id. Names and email addresses are the current ones; they
 * are null for an erased user.
 */
export function listBulkItems(
  db: Db,
  jobId: string,
  { state, take, after }: ItemPage,
): Promise<BulkItem[]> {
  const isNext = after ? sql`i.target_id > ${after[0] ?? ''}::uuid` : sql`true`
  return rows<BulkItem>(db)`
    select array[i.target_id::text] as key, i.target_id as id, i.code, u.firstname, u.lastname, u.email,
           case when i.state = 'waiting' and j.finished_at is not null then 'skipped' else i.state end as state
    from bulk_items i join bulk_jobs j on j.id = i.job_id left join users u on u.id = i.target_id
    where i.job_id = ${jobId} and ${isInState(state)} and ${isNext}
    order by i.target_id limit ${take}`
}

/** Returns the query for the user ids of a job's failed items. */
export const selectFailedItems = (jobId: string) =>
  sql`select target_id from bulk_items where job_id = ${jobId} and state = 'failed'`

/** Returns the user ids of the next waiting items. Another worker may be processing one of them; `lockItem` decides. */
export function findWaitingItems(db: Db, jobId: string, count: number): Promise<string[]> {
  return scalars<string>(db)`
    select i.target_id from bulk_items i join bulk_jobs j on j.id = i.job_id
    where i.job_id = ${jobId} and i.state = 'waiting' and j.finished_at is null and not ${isStopped}
    order by i.target_id limit ${count}`
}

/**
 * Locks an item until the transaction ends, so that each item is processed once. Returns false if its job was stopped,
 * it was already processed, or another worker holds the lock.
 */
export function lockItem(tx: Transaction, jobId: string, targetId: string): Promise<boolean> {
  return affects(tx)`
    select from bulk_items i join bulk_jobs j on j.id = i.job_id
    where i.job_id = ${jobId} and i.target_id = ${targetId} and i.state = 'waiting'
      and j.finished_at is null and not ${isStopped}
    for update of i skip locked`
}

/**
 * Records the result of a waiting item and counts it in its job, in one statement. Does nothing if the item already has
 * a result. `code` is the error code of a failed item.
 */
export async function recordItemResult(
  db: Db,
  { jobId, targetId }: { jobId: string; targetId: string },
  state: Exclude<ItemState, 'waiting'>,
  code: number | null = null,
): Promise<void> {
  await run(db)`
    with settled as (
      update bulk_items set state = ${state}, code = ${code}
      where job_id = ${jobId} and target_id = ${targetId} and state = 'waiting'
      returning state)
    update bulk_jobs j
    set done = done + (s.state = 'done')::int, failed = failed + (s.state = 'failed')::int,
        skipped = skipped + (s.state = 'skipped')::int
    from settled s where j.id = ${jobId}`
}

/** Returns true if the admin who ordered a job is still active, not suspended, and has at least one of the permissions. */
export async function mayStillOrder(
  db: Db,
  adminId: string,
  anyOf: readonly Permission[],
): Promise<boolean> {
  const admin = await findAdmin(db, adminId)
  const permissions = permissionsOf(admin?.roles ?? [])
  if (admin?.active !== true || admin.suspendedUntil !== null) return false
  return anyOf.some((permission) => permissions.includes(permission))
}

/** Stops a job because its admin no longer has the permission. */
export async function refuseBulkJob(db: Db, id: string): Promise<void> {
  await run(db)`
    update bulk_jobs set refused_at = now() where id = ${id} and refused_at is null`
}

/** Cancels a job; it stops before its next item. Returns false if it has finished or was already cancelled. */
export function cancelBulkJob(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update bulk_jobs set cancelled_at = now()
    where id = ${id} and cancelled_at is null and finished_at is null`
}

/**
 * Marks a job as finished if it was stopped or has no waiting items. Returns false if items are still waiting, for
 * example because another worker is processing the last ones, and if the job was already finished.
 */
export function finishBulkJob(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update bulk_jobs j set finished_at = now()
    where j.id = ${id} and j.finished_at is null and (${isStopped} or not exists (
      select from bulk_items i where i.job_id = j.id and i.state = 'waiting'))`
}

/** Milliseconds between two mails, counted over all bulk jobs. */
export const mailIntervalMs = 60_000 / loadLimits.bulkMailsPerMinute

/** Reserves `count` send slots after those of all bulk jobs. Returns the time of the first slot. */
export function reserveMailTimes(db: Db, id: string, count: number): Promise<Date> {
  const duration = sql`make_interval(secs => ${(count * mailIntervalMs) / 1_000})`
  return transaction(db, async (tx) => {
    await run(tx)`select pg_advisory_xact_lock(hashtextextended('bulk mails', 0))`
    const first = await scalar<Date>(tx)`
      update bulk_jobs
      set mails_until = greatest(now(), (select max(mails_until) from bulk_jobs)) + ${duration}
      where id = ${id} returning mails_until - ${duration}`
    return first ?? new Date()
  })
}

const isExpired = sql`created_at < now() - interval '90 days'`
const deleteExpiredItems = purgeOf(
  'bulk_items',
  sql`job_id in (select id from bulk_jobs where ${isExpired})`,
)
const deleteEmptyJobs = purgeOf('bulk_jobs', isExpired)

/**
 * Deletes jobs older than the retention time. Deletes their items first, in batches, because a job may have very many.
 */
export async function deleteExpiredBulkJobs(db: Db): Promise<void> {
  await deleteExpiredItems(db)
  await deleteEmptyJobs(db)
}

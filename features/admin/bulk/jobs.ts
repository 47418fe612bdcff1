import { setTimeout as pause } from 'node:timers/promises'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import {
  enqueueBatch,
  findBulkJob,
  findWaitingItems,
  finishBulkJob,
  lockItem,
  mailIntervalMs,
  mayStillOrder,
  refuseBulkJob,
  reserveMailTimes,
  recordItemResult,
  type BulkJob,
} from '#domain/jobs/bulk-job.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { currentContext, runWithContext } from '#server/request-context.ts'
import { definitions } from './actions.ts'
import { startBulk, type BulkAction } from './contract.ts'

/** Number of items in one run. It must be small, so that a run ends within its time limit and other jobs get a turn. */
const batchSize = 100
/** Pauses in milliseconds before each attempt at an item that fails with an unexpected error. */
const pausesMs = [0, 200, 1_000]

/**
 * Processes the next items of a bulk job, each in its own transaction, and enqueues the next batch. Safe to repeat: no
 * item is processed twice.
 */
export async function continueBulkJob(jobId: string): Promise<void> {
  const job = await findBulkJob(db, jobId)
  if (!job || job.finishedAt) return
  const targetIds = await findWaitingItems(db, jobId, batchSize)
  const { mails } = definitions[job.action as BulkAction]
  const firstMailTime =
    mails && targetIds.length > 0 ? await reserveMailTimes(db, jobId, targetIds.length) : undefined
  for (const [index, targetId] of targetIds.entries()) {
    const mailsAfter = firstMailTime && new Date(firstMailTime.getTime() + index * mailIntervalMs)
    const context = { requestId: '', ...currentContext(), ...(mailsAfter && { mailsAfter }) }
    await runWithContext(context, () => processItem(job, targetId))
  }
  if (await finishBulkJob(db, jobId)) return
  // After a smaller batch, another worker is still processing the last items, and finishes the job.
  if (targetIds.length === batchSize) await transaction(db, (tx) => enqueueBatch(tx, jobId))
}

/** Processes one item. Stores a `Refusal` as the item's error code instead of throwing it. */
async function processItem(job: BulkJob, targetId: string): Promise<void> {
  const item = { jobId: job.id, targetId }
  let failure: unknown
  for (const ms of pausesMs) {
    await pause(ms)
    try {
      return await transaction(db, (tx) => changeTarget(tx, job, targetId))
    } catch (error) {
      if (error instanceof Refusal) return recordItemResult(db, item, 'failed', error.code)
      failure = error
    }
  }
  // If the database is unavailable, this call throws, too, and the batch is retried later.
  await recordItemResult(db, item, 'failed', commonErrors.unexpected)
  logger.error({ err: failure, ...item }, 'an item of a bulk job failed')
}

/**
 * Changes the user of an item. No-op if the item is done or locked by another worker, or if the job was stopped. Stops
 * the job instead if its admin no longer has the permission.
 */
async function changeTarget(tx: Transaction, job: BulkJob, targetId: string): Promise<void> {
  if (!(await lockItem(tx, job.id, targetId))) return
  const { adminId, ipAddress, id: jobId } = job
  if (!(await mayStillOrder(tx, adminId, startBulk.access.adminWithAnyOf)))
    return refuseBulkJob(tx, jobId)
  const user = await findUser(tx, targetId)
  if (!user) throw new Refusal(commonErrors.notFound)
  const actor = { adminId, ipAddress, requestId: currentContext()?.requestId ?? '', jobId }
  const isChanged = await definitions[job.action as BulkAction].run(tx, actor, user, job)
  await recordItemResult(tx, { jobId, targetId }, isChanged ? 'done' : 'skipped')
}

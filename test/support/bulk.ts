import { ok } from 'node:assert/strict'
import { db, run, rows } from '#server/db.ts'
import {
  getBulk,
  startBulk,
  type BulkAction,
  type BulkJobReply,
} from '../../features/admin/bulk/contract.ts'
import { continueBulkJob } from '../../features/admin/bulk/jobs.ts'
import { addUser, type UserOptions, type Visitor } from './people.ts'

export const reason = 'Left with the company'

/** Adds users without a second factor. Returns their ids in order. */
export async function addUsers(count: number, options: UserOptions = {}): Promise<string[]> {
  const ids: string[] = []
  for (let done = 0; done < count; done += 1)
    ids.push((await addUser({ hasSecondFactor: false, ...options })).id)
  return ids.toSorted()
}

/** Creates a bulk job. Returns its id. */
export async function order(
  browser: Visitor,
  action: BulkAction,
  ids: readonly string[],
  more: { subsystem?: string } = {},
): Promise<string> {
  const body = { action, ids: [...ids], reason, ...more }
  const { id } = await browser.call(startBulk, { body })
  ok(id)
  return id
}

export function jobOf(browser: Visitor, id: string): Promise<BulkJobReply> {
  return browser.call(getBulk, { params: { id } })
}

/** Runs batches until the job has ended, as the worker does. */
export async function finish(browser: Visitor, id: string): Promise<BulkJobReply> {
  for (;;) {
    await continueBulkJob(id)
    const job = await jobOf(browser, id)
    if (job.finishedAt !== null) return job
  }
}

export function countsOf({ done, failed, skipped }: BulkJobReply): number[] {
  return [done, failed, skipped]
}

type Row = { targetId: string; action: string; data: Record<string, unknown> }

/** Returns the audit rows with a job's id. */
export function rowsOf(jobId: string): Promise<Row[]> {
  return rows<Row>(db)`
    select target_id, action, data from audit_log where data->>'jobId' = ${jobId} order by target_id`
}

export async function setOnboarded(ids: readonly string[]): Promise<void> {
  await run(db)`update users set onboarded_at = now() where id = any(${ids}::uuid[])`
}

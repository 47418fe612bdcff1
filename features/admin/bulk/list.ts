import { commonErrors, Refusal } from '#contract/refusal.ts'
import { listBulkItems, listBulkJobs, type BulkItem, type BulkJob } from '#domain/jobs/bulk-job.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { byteOrderMark, csvLine } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import {
  exportBulkResults,
  type BulkAction,
  type BulkJobReply,
  type BulkResult,
} from './contract.ts'
import { requireJob } from './start.ts'

type JobDetails = Omit<BulkJobReply, 'createdAt' | 'finishedAt'> &
  Pick<BulkJob, 'createdAt' | 'finishedAt'>

const maxJobs = 10
const pageSize = 1_000

export async function listOwnJobs(db: Db, { adminId }: AdminCaller): Promise<JobDetails[]> {
  return describe(db, await listBulkJobs(db, adminId, maxJobs))
}

/** Returns a job. Throws 404001 for an unknown id and for a job of another admin. */
export async function describeJob(db: Db, caller: AdminCaller, id: string): Promise<JobDetails> {
  const [details] = await describe(db, [await requireJob(db, caller, id)])
  if (!details) throw new Refusal(commonErrors.notFound)
  return details
}

export async function listResults(
  db: Db,
  jobId: string,
  state: BulkResult['state'] | undefined,
  page: Page,
): Promise<(BulkResult & { key: string[] })[]> {
  return (await listBulkItems(db, jobId, { ...page, state })).map(resultOf)
}

function resultOf({ key, id, state, code, firstname, lastname, email }: BulkItem) {
  const isKnown = firstname !== null && lastname !== null && email !== null
  return { key, id, state, code, user: isKnown ? { firstname, lastname, email } : null }
}

/** Yields the results as CSV chunks. Reads the next chunk only after the previous one was consumed. */
export async function* csvOf(db: Db, jobId: string): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(Object.keys(exportBulkResults.csvColumns))}`
  let after: string[] | undefined
  for (;;) {
    const page = await listBulkItems(db, jobId, { take: pageSize, after })
    yield page.map(lineOf).join('')
    after = page.at(-1)?.key
    if (page.length < pageSize) return
  }
}

function lineOf({ id, firstname, lastname, email, state, code }: BulkItem): string {
  return csvLine([id, firstname ?? '', lastname ?? '', email ?? '', state, String(code ?? '')])
}

async function describe(db: Db, jobs: readonly BulkJob[]): Promise<JobDetails[]> {
  const isPlatformNamed = jobs.some(({ subsystemId }) => subsystemId !== null)
  const names = new Map(
    isPlatformNamed ? (await listSubsystems(db)).map(({ id, name }) => [id, name]) : [],
  )
  return jobs.map(({ subsystemId, action, ...job }) => ({
    ...job,
    action: action as BulkAction,
    subsystem:
      subsystemId === null ? null : { id: subsystemId, name: names.get(subsystemId) ?? '' },
    state: stateOf(job),
  }))
}

function stateOf({
  cancelledAt,
  refusedAt,
  finishedAt,
}: Pick<BulkJob, 'cancelledAt' | 'refusedAt' | 'finishedAt'>): BulkJobReply['state'] {
  if (cancelledAt) return finishedAt ? 'cancelled' : 'cancelling'
  if (!finishedAt) return 'running'
  return refusedAt ? 'stopped' : 'done'
}

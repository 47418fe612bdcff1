import { commonErrors, Refusal } from '#contract/refusal.ts'
import { listBulkItems, listBulkJobs, type BulkItem, type BulkJob } from '#domain/jobs/bulk-job.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { csvOfList, type CsvTexts } from '#server/csv.ts'
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

/** Returns the latest jobs of the caller, newest first. */
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

const csvTexts: CsvTexts<BulkItem, keyof typeof exportBulkResults.csvColumns> = {
  firstname: ({ firstname }) => firstname ?? '',
  lastname: ({ lastname }) => lastname ?? '',
  email: ({ email }) => email ?? '',
  result: ({ state }) => state,
  errorCode: ({ code }) => String(code ?? ''),
}

/** Yields the results of a job as CSV chunks. */
export function csvOf(db: Db, jobId: string): AsyncGenerator<string> {
  return csvOfList(exportBulkResults.csvColumns, csvTexts, async (page) => ({
    rows: await listBulkItems(db, jobId, page),
  }))
}

async function describe(db: Db, jobs: readonly BulkJob[]): Promise<JobDetails[]> {
  const hasPlatforms = jobs.some(({ subsystemId }) => subsystemId !== null)
  const platforms = hasPlatforms ? await listSubsystems(db) : []
  const names = new Map(platforms.map(({ id, name }) => [id, name]))
  return jobs.map((job) => {
    const { subsystemId: id } = job
    const subsystem = id === null ? null : { id, name: names.get(id) ?? '' }
    return { ...job, action: job.action as BulkAction, subsystem, state: stateOf(job) }
  })
}

function stateOf({ cancelledAt, refusedAt, finishedAt }: BulkJob): BulkJobReply['state'] {
  if (cancelledAt) return finishedAt ? 'cancelled' : 'cancelling'
  if (!finishedAt) return 'running'
  return refusedAt ? 'stopped' : 'done'
}

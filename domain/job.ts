import type { Transaction } from '#server/db.ts'
import { enqueueAll } from '#server/jobs.ts'

/** The data of each kind of background job: ids and times, never a secret. */
type JobDataByKind = {
  mail: { mailId: string }
  /** From the queue of mails, after the last retry. */
  'given-up-mail': { mailId: string }
  'logout-notification': { platformSessionId: string }
  'end-company-sessions': { partnerId: string; until: string }
  /** An empty `partnerId` means all companies. */
  'end-platform-access': { subsystemId: string; partnerId: string }
  'company-platform': { changeId: string }
  bulk: { jobId: string }
  'platform-invitation': { invitationId: string; linkId: string }
  'company-invitation': { invitationId: string; linkId: string }
}

export type JobKind = keyof JobDataByKind
export type JobData<K extends JobKind> = JobDataByKind[K]

/**
 * Enqueues a job in the caller's transaction: it runs if and only if that commits. With a time, it runs then at the
 * earliest, behind the jobs without one.
 */
export function enqueueJob<K extends JobKind>(
  tx: Transaction,
  kind: K,
  data: JobData<K>,
  startAfter?: Date,
): Promise<void> {
  return enqueueAll(tx, kind, [data], startAfter)
}

/** Enqueues a job for each of `all`, by one statement. */
export function enqueueJobs<K extends JobKind>(
  tx: Transaction,
  kind: K,
  all: readonly JobData<K>[],
): Promise<void> {
  return enqueueAll(tx, kind, all)
}

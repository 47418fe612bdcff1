import type { Transaction } from '#server/db.ts'
import { enqueueAll } from '#server/jobs.ts'

/** Data of each kind of background job: ids and times, never a secret. */
type JobDataByKind = {
  mail: { mailId: string }
  /** Added by the mail queue when the last retry of a mail has failed. */
  'given-up-mail': { mailId: string }
  'logout-notification': { platformSessionId: string }
  /** End of the sessions of a company's users that were opened up to `until`, in ISO 8601. */
  'end-company-sessions': { partnerId: string; until: string }
  /** End of access to a platform. An empty `partnerId` means all companies. */
  'end-platform-access': { subsystemId: string; partnerId: string }
  /** Change of a platform for all users of a company, by the id in `partner_platform_changes`. */
  'company-platform': { changeId: string }
  bulk: { jobId: string }
  'platform-invitation': { invitationId: string; linkId: string }
  'company-invitation': { invitationId: string; linkId: string }
}

export type JobKind = keyof JobDataByKind
export type JobData<K extends JobKind> = JobDataByKind[K]

/**
 * Enqueues a job in the caller's transaction, so that it runs if and only if the transaction commits. With
 * `startAfter`, it runs at that time at the earliest, after all due jobs that have no such time.
 */
export function enqueueJob<K extends JobKind>(
  tx: Transaction,
  kind: K,
  data: JobData<K>,
  startAfter?: Date,
): Promise<void> {
  return enqueueAll(tx, kind, [data], startAfter)
}

/** Enqueues jobs of one kind in one statement. */
export function enqueueJobs<K extends JobKind>(
  tx: Transaction,
  kind: K,
  jobs: readonly JobData<K>[],
): Promise<void> {
  return enqueueAll(tx, kind, jobs)
}

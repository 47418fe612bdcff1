import type { JobKind } from '#domain/jobs/job.ts'
import type { Retries } from '#server/jobs.ts'

/**
 * Retries of each kind of job, with delays in seconds. Those for mails last more than a day, because a mail server may
 * be down for long; those for logout notifications end within a day. Each logout makes notifications, so finished ones
 * are kept only for an hour.
 */
export const queues: Readonly<Record<JobKind, Retries<JobKind>>> = {
  'given-up-mail': { retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  mail: { retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600, deadLetter: 'given-up-mail' },
  'logout-notification': {
    retryLimit: 30,
    retryDelay: 1,
    retryDelayMax: 3_600,
    deleteAfterSeconds: 3_600,
  },
  'platform-invitation': { retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  'company-invitation': { retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  'company-platform': { retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  'end-platform-access': { retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  'end-company-sessions': { retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  bulk: { retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
}

import type { Queue } from '#server/jobs.ts'

/** Every queue. Retries last more than a day, because a mail server or platform may be down for long. */
export const queues: readonly Queue[] = [
  { name: 'mail', retryLimit: 40, retryDelaySeconds: 2, maxRetryDelaySeconds: 3_600 },
  {
    name: 'logout-notification',
    retryLimit: 30,
    retryDelaySeconds: 1,
    maxRetryDelaySeconds: 3_600,
  },
  { name: 'end-company-sessions', retryLimit: 30, retryDelaySeconds: 1, maxRetryDelaySeconds: 60 },
]

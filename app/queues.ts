import type { Queue } from '#server/jobs.ts'

/** Every queue. A day and more of patience: a mail server or a platform may be down for long. */
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

import type { Queue } from '#server/jobs.ts'

/** Every queue. Retries last more than a day, because a mail server or platform may be down for long. */
export const queues: readonly Queue[] = [
  { name: 'given-up-mail', retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  {
    name: 'mail',
    retryLimit: 40,
    retryDelay: 2,
    retryDelayMax: 3_600,
    deadLetter: 'given-up-mail',
  },
  { name: 'logout-notification', retryLimit: 30, retryDelay: 1, retryDelayMax: 3_600 },
  { name: 'platform-invitation', retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  { name: 'company-invitation', retryLimit: 40, retryDelay: 2, retryDelayMax: 3_600 },
  { name: 'company-platform', retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  { name: 'end-platform-access', retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  { name: 'end-company-sessions', retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
  { name: 'bulk', retryLimit: 30, retryDelay: 1, retryDelayMax: 60 },
]

import { logger } from './log.ts'
import { counter } from './metrics.ts'

const errors = counter(
  'portico_periodic_errors_total',
  'Errors of periodic jobs: of a whole job, or of one of its items',
  ['job', 'table'],
)

/** Job that failed, for the metric and the log. `table` is the table that a purge cleans. */
type Origin = { job: string; table?: string }

/**
 * Runs a part of a periodic job. Logs and counts its error instead of throwing, so that one failing item does not stop
 * the others. `details` name the item in the log. Returns false after an error.
 */
export async function runIsolated(
  { job, table = '' }: Origin,
  work: () => Promise<unknown>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  // Without a first value of 0, Prometheus would miss the first error.
  errors.inc({ job, table }, 0)
  try {
    await work()
    return true
  } catch (err) {
    errors.inc({ job, table })
    logger.error({ err, job, ...(table !== '' && { table }), ...details }, 'a job failed')
    return false
  }
}

/**
 * Runs `work` for each item of a queue, one after the other and each isolated. `listAfter` returns the batch of items
 * after the last one, or the first batch, so that a failing item is tried once in a run and hides no other.
 */
export async function runEachIsolated<Item>(
  job: string,
  listAfter: (last: Item | undefined) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let items = await listAfter(undefined)
  while (items.length > 0) {
    for (const item of items) await runIsolated({ job }, () => work(item), { item })
    items = await listAfter(items.at(-1))
  }
}

import { startWorker as start, type Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { currentContext } from '#server/request-context.ts'
import { startDelivering } from '../features/admin/webhooks/jobs.ts'
import { jobWorkers } from './registry/jobs.ts'
import { timetable } from './registry/timetable.ts'
import { repeat } from './repeat.ts'

/** Starts the job queues, the periodic jobs and the deliveries of webhooks. `stop` waits for running ones to finish. */
export async function startWorker(): Promise<Worker> {
  const worker = await start(jobWorkers, onError)
  const stopping = new AbortController()
  const repeating = Object.entries(timetable).map(([job, each]) =>
    repeat(job, each, stopping.signal),
  )
  const delivering = startDelivering()
  const stop = async () => {
    stopping.abort()
    await Promise.all([worker.stop(), delivering.stop(), ...repeating])
  }
  return { stop }
}

const onError = (err: unknown): void =>
  logger.error({ err, requestId: currentContext()?.requestId }, 'a job failed')

import { AsyncLocalStorage } from 'node:async_hooks'
import { PgBoss, type JobResult } from 'pg-boss'
import { config } from './config.ts'
import { db, rows, sql, type Transaction } from './db.ts'
import { gaugeOfMany, histogram, type Reading } from './metrics.ts'
import { connectionOptions } from './primary-host.ts'
import { contextOf, traced, traceparentOf } from './traces.ts'
import { currentContext, runWithContext } from './request-context.ts'

/** A queue and how patient it is. `data` of a job holds ids, never a secret. */
export type Queue = {
  name: string
  retryLimit: number
  /** First pause after a failure; it doubles from there, up to the longest. */
  retryDelaySeconds: number
  longestDelaySeconds: number
}

export type Job = { id: string; data: Record<string, string> }
/** `parallel` of at least two jobs are worked on at once. */
export type Work = { queue: string; parallel: number; work: (job: Job) => Promise<void> }

const schema = 'pgboss'

const seconds = histogram('portico_job_seconds', 'Jobs that were worked on', ['queue', 'outcome'])

gaugeOfMany(
  {
    name: 'portico_jobs',
    help: 'Jobs by their state, a few seconds old',
    labelNames: ['queue', 'state'],
  },
  async () => {
    const found = await rows<{ name: string; ready: number; active: number; failed: number }>(
      db,
      sql`
      select name, ready_count as ready, active_count as active, failed_count as failed
      from pgboss.queue where name not like '\\_\\_%'`,
    )
    return found.flatMap(({ name: queue, ...counts }) =>
      Object.entries(counts).map(([state, value]): Reading => ({
        labels: { queue, state },
        value,
      })),
    )
  },
)

/** Makes the queues' tables. Only the owner of the database may. */
export async function prepareQueues(ownerUrl: string, queues: readonly Queue[]): Promise<void> {
  const boss = new PgBoss({
    ...connectionOptions(ownerUrl),
    schema,
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const queue of queues) {
      const options = {
        retryLimit: queue.retryLimit,
        retryDelay: queue.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: queue.longestDelaySeconds,
        expireInSeconds: 120,
        heartbeatSeconds: 20,
        notify: true,
        deleteAfterSeconds: config.retention.jobsDays * 86_400,
      }
      const known = await boss.getQueue(queue.name)
      if (known) await boss.updateQueue(queue.name, options)
      else await boss.createQueue(queue.name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const enqueueing = new AsyncLocalStorage<Transaction>()

// Only inserts, so it needs none of the timers that start() sets going. All that it asks goes by the caller's own
// connection: one more from the pool, while every other waits for a row that this one holds, would never come.
const sender = new PgBoss({
  schema,
  db: {
    executeSql: (text, values) => (enqueueing.getStore() ?? db).query(text, values as unknown[]),
  },
})

/** Adds a job in the caller's transaction: it runs if and only if that is committed. */
export async function enqueue(tx: Transaction, queue: string, data: Job['data']): Promise<void> {
  const trail = currentContext()
  const traceparent = traceparentOf(trail?.context)
  const from = {
    ...(trail && { requestId: trail.requestId }),
    ...(traceparent !== undefined && { traceparent }),
  }
  await enqueueing.run(tx, () => sender.insert(queue, [{ data: { ...data, ...from } }]))
}

type Settling = Pick<Work, 'queue' | 'work'> & { onError: (error: unknown) => void }

/** One job's failure is its own: the others that were fetched with it are not done again. */
async function settle({ id, data }: Job, { queue, work, onError }: Settling): Promise<JobResult> {
  const done = seconds.startTimer({ queue })
  const trail = { requestId: data['requestId'] ?? '', context: contextOf(data['traceparent']) }
  try {
    const about = { kind: 'consumer', attributes: { queue } } as const
    await runWithContext(trail, () => traced(`job ${queue}`, about, () => work({ id, data })))
    done({ outcome: 'completed' })
    return { id, status: 'completed' }
  } catch (error) {
    done({ outcome: 'failed' })
    runWithContext(trail, () => onError(error))
    return { id, status: 'failed', output: { message: (error as Error).message } }
  }
}

export type Worker = { stop: () => Promise<void> }

/**
 * Works on jobs until it is stopped. A job that throws is tried again by its queue's patience; one whose
 * worker died is tried again by another within a minute.
 */
export async function startWorker(
  works: readonly Work[],
  onError: (error: unknown) => void,
): Promise<Worker> {
  const boss = new PgBoss({
    ...connectionOptions(config.databaseUrl),
    schema,
    max: 4,
    migrate: false,
    createSchema: false,
    // Behind a pooler by transactions nobody can listen; then asking twice a second is all there is.
    useListenNotify: config.prepareStatements,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    reindex: false,
    application_name: 'portico worker',
  })
  boss.on('error', onError)
  await boss.start()
  for (const { queue, parallel, work } of works) {
    const options = {
      batchSize: parallel,
      // A full batch means that more is waiting.
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
    } as const
    await boss.work<Job['data'], unknown, typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => settle(job, { queue, work, onError }))),
    )
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 8_000 }) }
}

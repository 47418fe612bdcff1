import { AsyncLocalStorage } from 'node:async_hooks'
import { PgBoss, type JobResult } from 'pg-boss'
import { config } from './config.ts'
import { db, rows, type Transaction } from './db.ts'
import { gaugeOfMany, histogram } from './metrics.ts'
import { connectionOptions } from './primary-host.ts'
import { contextOf, traced, traceparentOf } from './traces.ts'
import { currentContext, runWithContext } from './request-context.ts'

/** The policy of a queue. `retryDelay` (seconds) precedes the first retry and doubles up to `retryDelayMax`. */
export type Retries<Kind extends string = string> = {
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
  /** The queue that receives a job after its last attempt failed or its worker died. Must be listed before this one. */
  deadLetter?: Kind
  /** Seconds for which a finished job is kept; by default, a day. */
  deleteAfterSeconds?: number
}

/** A job. `data` contains ids, never secrets. */
type Job = { id: string; data: Record<string, string> }
/** The work of a queue. `parallel` jobs run concurrently: at least 2, because `burstWhenBatchFull` is ignored for 1. */
export type Work<Data = Job['data']> = { parallel: number; work: (data: Data) => Promise<void> }

const schema = 'pgboss'

const jobSeconds = histogram('portico_job_seconds', 'Duration of jobs', ['queue', 'outcome'])

// Names of pg-boss's own queues begin with two underscores.
gaugeOfMany(
  'portico_jobs',
  'Jobs by state, as last counted by a worker',
  ['queue', 'state'],
  () => rows<{ queue: string; state: string; value: number }>(db)`
    select name as queue, state, value from pgboss.queue, lateral (values
      ('ready', ready_count), ('active', active_count), ('failed', failed_count)
    ) as counts (state, value) where name not like '\\_\\_%'`,
)

/** Creates or updates the queues. Requires the role that owns the database. */
export async function prepareQueues(
  ownerUrl: string,
  queues: Readonly<Record<string, Retries>>,
): Promise<void> {
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
    for (const [name, retries] of Object.entries(queues)) {
      const options = {
        deleteAfterSeconds: 86_400,
        ...retries,
        retryBackoff: true,
        expireInSeconds: 120,
        heartbeatSeconds: 20,
        notify: true,
      }
      const existing = await boss.getQueue(name)
      if (existing) await boss.updateQueue(name, options)
      else await boss.createQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const enqueueing = new AsyncLocalStorage<Transaction>()

// Never started, because it only inserts. Its statements use the caller's connection, because waiting for a second one
// while holding row locks can deadlock the pool.
const sender = new PgBoss({
  schema,
  db: {
    executeSql: (text, values) => (enqueueing.getStore() ?? db).query(text, values as unknown[]),
  },
})

/** Enqueues a job for each element of `payloads` by one statement in the caller's transaction. */
export async function enqueueAll(
  tx: Transaction,
  queue: string,
  payloads: readonly Job['data'][],
  startAfter?: Date,
): Promise<void> {
  const context = currentContext()
  const origin = { requestId: context?.requestId, traceparent: traceparentOf(context?.trace) }
  // A scheduled job, such as one of many mails, yields to others.
  const schedule = startAfter && { startAfter, priority: -1 }
  const jobs = payloads.map((data) => ({ data: { ...data, ...origin }, ...schedule }))
  await enqueueing.run(tx, () => sender.insert(queue, jobs))
}

/** Runs a job and returns its own result, so that a failure does not cause a retry of the other jobs in its batch. */
async function runJob(
  { id, data }: Job,
  { queue, work }: { queue: string; work: Work['work'] },
  onError: (error: unknown) => void,
): Promise<JobResult> {
  const observeDuration = jobSeconds.startTimer({ queue })
  const context = { requestId: data['requestId'] ?? '', trace: contextOf(data['traceparent']) }
  try {
    const span = { kind: 'CONSUMER', attributes: { queue } } as const
    await runWithContext(context, () => traced(`job ${queue}`, span, () => work(data)))
    observeDuration({ outcome: 'completed' })
    return { id, status: 'completed' }
  } catch (error) {
    observeDuration({ outcome: 'failed' })
    runWithContext(context, () => onError(error))
    return { id, status: 'failed', output: { message: (error as Error).message } }
  }
}

export type Worker = { stop: () => Promise<void> }

/**
 * Runs jobs until it is stopped. A job that throws is retried by the policy of its queue. A job whose worker died is
 * retried by another worker within a minute.
 */
export async function startWorker(
  workByQueue: Readonly<Record<string, Work<never>>>,
  onError: (error: unknown) => void,
): Promise<Worker> {
  const boss = new PgBoss({
    ...connectionOptions(config.databaseUrl),
    schema,
    max: 4,
    migrate: false,
    createSchema: false,
    // LISTEN does not work behind a transaction pooler, so jobs are then found only by polling twice a second.
    useListenNotify: config.databasePrepare,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Deletes finished jobs each minute. By default, one statement a day would delete the jobs of a whole day.
    maintenanceIntervalSeconds: 60,
    reindex: false,
    application_name: 'portico worker',
  })
  boss.on('error', onError)
  await boss.start()
  for (const [queue, { parallel, work }] of Object.entries(workByQueue)) {
    const options = {
      batchSize: parallel,
      // Fetches again immediately after a full batch, because more jobs probably wait.
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
    } as const
    await boss.work<Job['data'], unknown, typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => runJob(job, { queue, work: work as Work['work'] }, onError))),
    )
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 8_000 }) }
}

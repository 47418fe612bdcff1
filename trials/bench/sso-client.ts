import { load, openConnections } from './harness.ts'
import { databaseMs, processorMs } from './processor.ts'

/** The clients of `bench -- sso`, in their own process: sends the requests of a job and reports what they cost. */

export type Job = {
  port: number
  /** Sent in turn; starts over if there are more to send. */
  requests: readonly string[]
  many: number
  concurrency: number
  pids: { server: number; postmaster?: number | undefined }
}

export type Sample = {
  count: number
  seconds: number
  times: number[]
  /** Processor time while the requests were answered. */
  serverMs: number
  databaseMs: number
  answers: string[]
}

process.on('message', (job: Job) => void run(job).then((sample) => process.send?.(sample)))

async function run({ port, requests, many, concurrency, pids }: Job): Promise<Sample> {
  const sockets = await openConnections(port, concurrency)
  const before = await costsSoFar(pids)
  const requestOf = (count: number) => requests[(count - 1) % requests.length] ?? ''
  const sample = await load(sockets, requestOf, { requests: many })
  const after = await costsSoFar(pids)
  for (const socket of sockets) socket.destroy()
  return {
    ...sample,
    serverMs: after.server - before.server,
    databaseMs: after.database - before.database,
  }
}

async function costsSoFar({ server, postmaster }: Job['pids']) {
  return {
    server: await processorMs(server),
    database: postmaster === undefined ? 0 : await databaseMs(postmaster),
  }
}

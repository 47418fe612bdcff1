import { freePort } from '#test/free-port.ts'
import { randomBytes } from 'node:crypto'
import { rm, readFile } from 'node:fs/promises'
import { forgetDatabase, startDatabase, type Database } from '../../demo/database.ts'
import { startMailbox } from '../../demo/mailbox/mailbox.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, mkdirSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg, totalmem } from 'node:os'

type DatabaseOptions = {
  name: string
  /** Writes wait for the disk. */
  durable?: boolean
  settings?: Record<string, string>
  /** PostgreSQL's `shared_buffers`. */
  sharedBuffers?: string
  /** The next run reuses this database. */
  keepsDatabase?: boolean
}

/**
 * Runs one measurement with its own migrated database. Import the modules to be measured inside `measure`, because they
 * read the configuration when they are imported.
 */
export async function inDatabase<Result>(
  {
    name,
    durable = false,
    settings = {},
    sharedBuffers = '128MB',
    keepsDatabase = false,
  }: DatabaseOptions,
  measure: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = `.data/bench-${name}`
  if (!keepsDatabase) await forgetDatabase(folder)
  const database = await startDatabase({ folder, durable, sharedBuffers })
  try {
    await settle(database, settings)
    return await measure(database)
  } finally {
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    await database.stop()
    if (!keepsDatabase) await forgetDatabase(folder)
    if (!keepsDatabase) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs one measurement of logins with a mail server, a trusted proxy's addresses, and a human check without work. */
export async function withMailbox<Result>(
  measure: (settings: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })
  return measure({
    TRUSTED_PROXIES: '127.0.0.1/32',
    SMTP_URL: mailbox.smtpUrl,
    HUMAN_CHECK_COST: '1',
  }).finally(() => mailbox.stop())
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function settle(database: Database, settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const { migrate } = await import('../../app/migrate.ts')
  await migrate(database)
}

/** A server in its own process. */
export type Side = { port: number; child: ChildProcess; startMs: number; stop(): Promise<void> }

/**
 * Starts a server that logs to a file; resolves when `readyPath` answers 200. Throws with its log if the server exits.
 */
export async function startSide(
  words: readonly string[],
  settings: Record<string, string>,
  readyPath = '/readyz',
): Promise<Side> {
  const port = await freePort()
  const log = openSync(`.data/bench-${port}.log`, 'w')
  const startTime = performance.now()
  const child = spawn(process.execPath, words, {
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', log, log],
  })
  const exit = once(child, 'exit')
  while (!(await answers(`http://127.0.0.1:${port}${readyPath}`))) {
    if (child.exitCode !== null) throw new Error(await readFile(`.data/bench-${port}.log`, 'utf8'))
    await wait(5)
  }
  return {
    port,
    child,
    startMs: performance.now() - startTime,
    stop: async () => {
      child.kill('SIGKILL')
      await exit
      await rm(`.data/bench-${port}.log`)
    },
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
}

export async function memoryMib({ child }: Side): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

export const portico = {
  program: ['app/main.ts'],
  settings: { SERVE: 'users,sso', LOG_LEVEL: 'info' },
}

/** Responses per second, and the median duration of one in milliseconds. */
export type Rate = { perSecond: number; medianMs: number; count: number }

type Target = {
  port: number
  path: string
  headersOf: (count: number) => string
  concurrency: number
}

type Limit = { ms: number } | { requests: number }

/**
 * Requests one path on `concurrency` raw connections, which costs less than `fetch`. Throws at the first error status.
 */
export async function measureRequests(
  { port, path, headersOf, concurrency }: Target,
  limit: Limit,
): Promise<Rate> {
  const sockets = await openConnections(port, concurrency)
  const requestOf = (count: number) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headersOf(count)}\r\n`
  const { times, seconds, count } = await load(sockets, requestOf, limit)
  for (const socket of sockets) socket.destroy()
  return { perSecond: count / seconds, medianMs: median(times), count }
}

/** Sends requests on each connection, one after the other. `requestOf` receives the number of the request, from 1. */
export async function load(
  sockets: readonly Socket[],
  requestOf: (count: number) => string,
  limit: Limit,
): Promise<{ times: number[]; seconds: number; count: number; answers: string[] }> {
  const [times, answers]: [number[], string[]] = [[], []]
  const startTime = performance.now()
  let count = 0
  const goesOn = () =>
    'ms' in limit ? performance.now() - startTime < limit.ms : count < limit.requests
  const one = async (socket: Socket) => {
    while (goesOn()) {
      count += 1
      const start = performance.now()
      const answer = await ask(socket, requestOf(count))
      if (times.length < 200_000) times.push(performance.now() - start)
      if (answers.length < 1_000) answers.push(answer)
    }
  }
  await Promise.all(sockets.map(one))
  return { times, seconds: (performance.now() - startTime) / 1000, count, answers }
}

export function openConnections(port: number, many: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: many }, () => openConnection(port)))
}

export function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Returns the response with its headers, also for a redirect. Rejects for an error status. */
export function ask(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = (error?: Error) => {
      socket.off('data', take)
      socket.off('close', lost)
      if (error) reject(error)
      else resolve(answer)
    }
    const lost = () => end(new Error('the connection was closed'))
    const take = (part: Buffer) => {
      answer += part.toString('latin1')
      const head = answer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      if (answer.length < head + 4 + length) return
      end(
        /^HTTP\/1\.1 [23]0/.test(answer)
          ? undefined
          : new Error(`${request.slice(0, request.indexOf('\r'))}: ${answer}`),
      )
    }
    socket.on('data', take)
    socket.on('close', lost)
    socket.write(request)
  })
}

/** A ratio that a run has measured, and its limits. */
export type Figure = {
  name: string
  here: string
  beside: string
  ratio: number
  /** Lower and upper limit of the ratio. */
  least?: number
  most?: number
}

export function isWithinLimits({ ratio, least = -Infinity, most = Infinity }: Figure): boolean {
  return ratio >= least && ratio <= most
}

/**
 * Prints the figures, and writes them to test-results/ with the machine and its load. Returns true if all limits are
 * met.
 */
export function report(name: string, figures: readonly Figure[], facts: object = {}): boolean {
  for (const figure of figures) {
    const { least, most } = figure
    const limit =
      least !== undefined
        ? `at least ${least}`
        : most === undefined
          ? 'no limit'
          : `at most ${most}`
    console.log(
      `${isWithinLimits(figure) ? 'kept  ' : 'MISSED'}  ${figure.ratio.toFixed(2).padStart(6)} (${limit})  ${figure.name}: ${figure.here} beside ${figure.beside}`,
    )
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const run = { at: new Date(), machine, node: process.version, load: loadavg(), ...facts }
  mkdirSync('test-results', { recursive: true })
  writeFileSync(
    `test-results/bench-${name}.json`,
    `${JSON.stringify({ ...run, figures }, null, 2)}\n`,
  )
  return figures.every(isWithinLimits)
}

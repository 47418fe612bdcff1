import { freePort } from '#test/free-port.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#server/primary-host.ts'
import { startMailbox, type Mailbox } from '../../demo/mailbox/mailbox.ts'
import { placeOf, type Place } from '../../demo/place.ts'
import { startTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'

/** The environment of a fault: its own database, a mailbox, and any number of servers. */
export type Stage = {
  place: Place
  mailbox: Mailbox
  ownerUrl: string
  serverUrl: string
  adminUrl: string
  /** Starts a server and waits until it is ready. `folder` selects another checkout. */
  startServer(settings?: Record<string, string>, folder?: string): Promise<RunningServer>
  /** Starts a server that may fail to start. */
  spawnServer(settings?: Record<string, string>, folder?: string): Promise<RunningServer>
  /** Starts a proxy in front of the database. Returns it with the variables that connect through it. */
  network(): Promise<TcpProxy & { settings: Record<string, string> }>
  /** Connects as the owner or superuser. */
  connect(url: string): Promise<pg.Client>
  onClose(work: () => unknown): void
  /** Returns errors from the servers' logs, which help to explain a failure. */
  complaints(): string
  close(): Promise<void>
}

export type RunningServer = {
  url: string
  port: number
  child: ChildProcess
  said(): string
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const closings: (() => unknown)[] = []
  const servers: RunningServer[] = []
  const onClose = (work: () => unknown) => void closings.unshift(work)
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })
  onClose(() => mailbox.stop())
  const place = placeOf(process.env['FAULTS_FOLDER'] ?? '')
  const urls = {
    ownerUrl: process.env['DATABASE_OWNER_URL'] ?? '',
    serverUrl: process.env['DATABASE_URL'] ?? '',
    adminUrl: process.env['FAULTS_ADMIN_URL'] ?? '',
  }
  const spawnServer = async (settings: Record<string, string> = {}, folder = '.') => {
    const server = await spawnOne({ SMTP_URL: mailbox.smtpUrl, ...settings }, folder)
    servers.push(server)
    onClose(() => server.kill('SIGKILL'))
    return server
  }
  return {
    place,
    mailbox,
    ...urls,
    spawnServer,
    startServer: async (settings, folder) => {
      const server = await spawnServer(settings, folder)
      await untilReady(server)
      return server
    },
    network: async () => {
      const proxy = await startTcpProxy(`${place.sockets}/.s.PGSQL.5432`)
      onClose(() => proxy.stop())
      const through = (url: string) => overTcp(url, proxy.port)
      return {
        ...proxy,
        settings: {
          DATABASE_URL: through(urls.serverUrl),
          DATABASE_OWNER_URL: through(urls.ownerUrl),
        },
      }
    },
    connect: async (url) => {
      const client = new pg.Client(connectionOptions(url))
      client.on('error', () => undefined)
      await client.connect()
      onClose(() => client.end().catch(() => undefined))
      return client
    },
    onClose,
    complaints: () => servers.map(complaintsOf).join('\n'),
    close: async () => {
      for (const work of closings) await work()
    },
  }
}

async function spawnOne(settings: Record<string, string>, cwd: string): Promise<RunningServer> {
  const port = Number(settings['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd,
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => (text = (text + part).slice(-200_000)))
  }
  const exit = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    said: () => text,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exit
    },
  }
}

function complaintsOf({ port, child, said }: RunningServer): string {
  const lines = said()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"level":"info"'))
  const short = [...new Set(lines.map((line) => line.replace(/\\n +at .*/, '').slice(0, 300)))]
  return [`server ${port}, exit code ${child.exitCode}:`, ...short.slice(-4)].join('\n')
}

export async function untilReady(server: RunningServer): Promise<void> {
  await until('the server is ready', () => {
    if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.said()}`)
    return isReady(server)
  })
}

export async function isReady({ url }: { url: string }): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Waits for a condition with a long time limit, because the machine may be slow. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come about within ${seconds} s: ${what}`)
    await wait(50)
  }
}

function overTcp(url: string, port: number): string {
  const { username, pathname } = new URL(url)
  return `postgres://${username}@127.0.0.1:${port}${pathname}`
}

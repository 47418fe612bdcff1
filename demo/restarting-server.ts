import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, watch } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Folders with sources of the server. Components and style sheets concern only the browser. */
const watched = ['contract', 'server', 'domain', 'features', 'app', 'migrations']
const isSource = (file: string) =>
  /\.(ts|sql)$|texts\/[a-z]{2}\.json$/.test(file) && !/\.(test|trial)\.ts$/.test(file)
/** Editors may write a file in several steps. */
const settleMs = 30
/** A page sends many requests, and comparing all sources takes about 5 ms. */
const freshMs = 100
const stopLimitMs = 12_000

export type RestartingServer = {
  port: number
  /** Resolves when the server of the newest sources responds. Rejects with its output if it does not start. */
  ready: () => Promise<void>
  stop: () => Promise<void>
}

type Running = { child: ChildProcess; sources: string; output: string; hasEnded: boolean }

/**
 * Runs app/main.ts in its own process, and restarts it after every change of its sources. A single loop owns the
 * process, so there is never a second one. The loop ends only when the process runs the current sources.
 */
export async function startRestartingServer(): Promise<RestartingServer> {
  const port = await findFreePort()
  let running: Running | undefined
  let updating: Promise<void> | undefined
  let hasChanged = false
  let comparedAt = 0
  let isStopping = false

  function update(): Promise<void> {
    return (updating ??= restartUntilCurrent().finally(() => (updating = undefined)))
  }
  async function restartUntilCurrent(): Promise<void> {
    for (;;) {
      if (isStopping) return
      hasChanged = false
      comparedAt = performance.now()
      const sources = readSources()
      if (sources === running?.sources) break
      await wait(settleMs)
      if (sources !== readSources()) continue
      await restart(sources)
    }
    if (running?.hasEnded) throw new Error(running.output || 'The server ended.')
  }
  async function restart(sources: string): Promise<void> {
    const startTime = performance.now()
    const isFirst = running === undefined
    if (running) await end(running, 'SIGKILL')
    if (isStopping) return
    running = spawnServer(port, sources)
    while (!running.hasEnded && !(await answers(port))) {
      if (isStopping || (hasChanged && readSources() !== sources)) return
      await wait(20)
    }
    if (isFirst || running.hasEnded) return
    process.stdout.write(`  Restarted in ${Math.round(performance.now() - startTime)} ms\n`)
  }
  function onChange(_: string, file: string | null): void {
    if (isStopping || (file !== null && !isSource(file))) return
    hasChanged = true
    // The server's output explains why it does not start.
    update().catch(() => undefined)
  }

  const watchers = watched.map((folder) => watch(folder, { recursive: true }, onChange))
  // A failed watcher misses no change, because each request compares the sources as well.
  for (const watcher of watchers) watcher.on('error', () => undefined)
  await update()
  return {
    port,
    ready: async () => {
      if (updating || running?.hasEnded || performance.now() - comparedAt > freshMs) await update()
    },
    stop: async () => {
      isStopping = true
      for (const watcher of watchers) watcher.close()
      if (running) await end(running, 'SIGTERM')
      await updating?.catch(() => undefined)
    },
  }
}

/**
 * Returns the state of all sources: names, sizes, inodes and modification times. Unique while a file is being replaced.
 */
function readSources(): string {
  try {
    return watched
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && isSource(join(entry.parentPath, entry.name)))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const { mtimeMs, size, ino } = statSync(file)
        return `${file} ${mtimeMs} ${size} ${ino}`
      })
      .join('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return `in motion at ${performance.now()}`
  }
}

/** Starts the server in its own process group, because on Ctrl-C this process has to stop it. */
function spawnServer(port: number, sources: string): Running {
  const child = spawn(process.execPath, ['--import', './demo/end-with-parent.ts', 'app/main.ts'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const running: Running = { child, sources, output: '', hasEnded: false }
  child.on('exit', () => (running.hasEnded = true))
  child.on('error', (error) => {
    running.output = error.message
    running.hasEnded = true
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      running.output = (running.output + String(part)).slice(-10_000)
      process.stderr.write(part)
    })
  return running
}

/** Ends the server and all processes that it has started. */
async function end(running: Running, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { child, hasEnded } = running
  if (hasEnded || child.pid === undefined) return
  const limit = setTimeout(() => killGroup(child.pid), stopLimitMs)
  if (signal === 'SIGKILL') killGroup(child.pid)
  else child.kill(signal)
  await once(child, 'exit')
  clearTimeout(limit)
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  return answer?.ok ?? false
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

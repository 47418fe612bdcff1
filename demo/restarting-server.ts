import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What the server is made of; a component or a style sheet concerns only the browser. */
const watched = ['contract', 'server', 'domain', 'features', 'app', 'migrations']
const isSource = (file: string) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')
const settleMs = 30

export type RestartingServer = {
  port: number
  /** Resolves when the server of the newest sources answers. Rejects with its output when it does not start. */
  ready: () => Promise<void>
  stop: () => Promise<void>
}

/** Runs app/main.ts in a process of its own, and again after every change of its sources. */
export async function startRestartingServer(): Promise<RestartingServer> {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  let ready = Promise.resolve()
  let changes = 0
  let isStopping = false

  async function restart(): Promise<void> {
    const change = (changes += 1)
    await wait(settleMs)
    if (isStopping || change !== changes) return ready
    const old = child
    old?.kill('SIGKILL')
    if (old && old.exitCode === null && old.signalCode === null) await once(old, 'exit')
    const begun = performance.now()
    child = spawnServer(port)
    await untilReady(child, port)
    if (old) process.stdout.write(`  Restarted in ${Math.round(performance.now() - begun)} ms\n`)
  }
  function onChange(_: string, file: string | null): void {
    if (!file || !isSource(file) || isStopping) return
    ready = restart()
    ready.catch((error: Error) => process.stderr.write(`${error.message}\n`))
  }

  const watchers = watched.map((folder) => watch(folder, { recursive: true }, onChange))
  await (ready = restart())
  return {
    port,
    ready: async () => {
      for (let current = ready; ; current = ready) {
        await current
        if (current === ready) return
      }
    },
    stop: async () => {
      isStopping = true
      for (const watcher of watchers) watcher.close()
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function spawnServer(port: number): ChildProcess {
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  // In a process group of its own: on Ctrl-C this process stops it.
  return spawn(process.execPath, ['app/main.ts'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output = (output + String(part)).slice(-10_000)
      process.stderr.write(part)
    })
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(20)
  }
  if (child.signalCode !== 'SIGKILL') throw new Error(output || 'The server ended.')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/faults/stage.ts'

/** One of what is compared: a server in a process of its own. */
export type Side = { port: number; child: ChildProcess; startMs: number; stop(): Promise<void> }

/** Its log goes to a file, as that of a server does; ready when that path answers 200. */
export async function startSide(
  words: readonly string[],
  settings: Record<string, string>,
  readyPath = '/readyz',
): Promise<Side> {
  const port = await freePort()
  const log = openSync(`.data/bench-${port}.log`, 'w')
  const begun = performance.now()
  const child = spawn(process.execPath, words, {
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', log, log],
  })
  const gone = once(child, 'exit')
  while (!(await answers(`http://127.0.0.1:${port}${readyPath}`))) {
    if (child.exitCode !== null) throw new Error(await readFile(`.data/bench-${port}.log`, 'utf8'))
    await wait(5)
  }
  return {
    port,
    child,
    startMs: performance.now() - begun,
    stop: async () => {
      child.kill('SIGKILL')
      await gone
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

import { fail } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#test/free-port.ts'
import { place } from './place.ts'
import { withKeys } from './time.ts'

/**
 * Runs `work` beside another worker process of the product, as deployments start them. A worker runs all periodic jobs
 * when it starts, so there is no need to wait for hourly jobs. Throws as soon as the worker exits.
 */
export function withWorker<Result>(
  work: () => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  return withKeys('known', () => runBeside(work, environment))
}

async function runBeside<Result>(
  work: () => Promise<Result>,
  environment: Record<string, string>,
): Promise<Result> {
  const { PATH = '' } = process.env
  const port = String(await freePort())
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: place.root,
    env: { PATH, ...place.environment, SERVE: 'worker', PORT: port, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(child, 'exit')
  const early = exit.then(([code]) => fail(`the worker exited with ${code}`))
  try {
    return await Promise.race([work(), early])
  } finally {
    early.catch(() => undefined)
    child.kill('SIGINT')
    await exit
  }
}

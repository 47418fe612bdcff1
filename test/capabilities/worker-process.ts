import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#test/free-port.ts'
import { place } from './place.ts'

/**
 * Runs `work` beside another worker process of the product, as deployments start them. A worker runs all periodic jobs
 * when it starts, so there is no need to wait for hourly jobs.
 */
export async function withWorker<Result>(
  work: () => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const { PATH = '' } = process.env
  const port = String(await freePort())
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: place.root,
    env: { PATH, ...place.environment, SERVE: 'worker', PORT: port, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    return await work()
  } finally {
    child.kill('SIGINT')
    await exit
  }
}

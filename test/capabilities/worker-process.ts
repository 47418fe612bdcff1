import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#test/free-port.ts'
import { place } from './place.ts'

/**
 * Runs `work` beside one more worker process of the product, as a deployment starts them. A worker does each periodic
 * work at its start, so that the hourly ones need not be waited for.
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

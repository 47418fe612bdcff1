import { spawn, type ChildProcess } from 'node:child_process'

/** Starts the demo with the ports and the folder of this environment, and joins its database. */
export async function startDemo(): Promise<ChildProcess> {
  const demo = spawn(process.execPath, ['demo/start.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', () => reject(new Error('the demonstration did not start')))
    demo.stdout.on('data', (line) => {
      if (String(line).includes('is running')) resolve()
    })
  })
  const { joinRunning } = await import('../../demo/environment.ts')
  await joinRunning()
  return demo
}

export async function stop(demo: ChildProcess): Promise<void> {
  demo.removeAllListeners('exit')
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await new Promise((resolve) => demo.once('exit', resolve))
}

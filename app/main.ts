import { enableCompileCache } from 'node:module'

// Speeds up the next start. Without write access to the folder, Node compiles again.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/portico`)

// Starts the server. A failed start prints one sentence and exits with 1.
try {
  // Imported here, so that the compile cache covers the modules and a failed import is reported.
  const { startProgram } = await import('./program.ts')
  const { endAfterUncaughtErrors } = await import('./last-resort.ts')
  const program = await startProgram()
  endAfterUncaughtErrors(program)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void program.stop().then(() => process.exit(0)))
  }
} catch (error) {
  const { reasonOf } = await import('./reason.ts')
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
}

import { enableCompileCache } from 'node:module'

// What was compiled once is not compiled at the next start; where nothing can be written there, it is.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/portico`)

/** The program as an operator starts it. Whatever keeps it from starting is one sentence, and exit code 1. */
try {
  const { startProgram } = await import('./program.ts')
  const program = await startProgram()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void program.stop().then(() => process.exit(0)))
  }
} catch (error) {
  const { reasonOf } = await import('./reason.ts')
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
}

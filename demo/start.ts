import { runDemo } from './demo.ts'
import { hasSamples, isDemo } from './environment.ts'

/** Runs `npm start`: only the server if a database is configured, else the whole demo. */
if (isDemo()) {
  await runDemo(async () => {
    const { startProgram } = await import('../app/program.ts')
    if (!hasSamples()) return startProgram()
    const { addStrip } = await import('./strip.ts')
    return startProgram(addStrip)
  })
} else await import('../app/main.ts')

import { runDemo } from './demo.ts'
import { isDemo } from './environment.ts'

/** `npm start`: the server alone where a database is configured, else the whole demo. */
if (isDemo()) await runDemo(async () => (await import('../app/program.ts')).startProgram())
else await import('../app/main.ts')

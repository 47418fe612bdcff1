import { rm } from 'node:fs/promises'
import { forgetDatabase } from './database.ts'
import { dataFolder } from './environment.ts'

/** `npm run demo:reset`: the next start begins anew. */
try {
  await forgetDatabase(dataFolder)
  await rm(dataFolder, { recursive: true, force: true })
  process.stdout.write('Forgotten. The next npm start begins anew.\n')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

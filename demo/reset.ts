import { rm } from 'node:fs/promises'
import { forgetDatabase } from './database.ts'
import { dataFolder } from './environment.ts'

/** `npm run demo:reset`: deletes the demo's data. */
try {
  await forgetDatabase(dataFolder)
  await rm(dataFolder, { recursive: true, force: true })
  process.stdout.write('Deleted. The next npm start creates a new demo.\n')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

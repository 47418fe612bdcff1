import { parseArgs } from 'node:util'
import { rm } from 'node:fs/promises'
import { forgetDatabase } from './database.ts'
import { dataFolder } from './environment.ts'

/** Deletes the demo's data. Throws while the demo runs. */
export async function resetCommand(args: readonly string[]): Promise<string[]> {
  parseArgs({ args: [...args] })
  await forgetDatabase(dataFolder)
  await rm(dataFolder, { recursive: true, force: true })
  return ['Deleted. The next npm start creates a new demo.']
}

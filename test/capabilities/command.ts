import { execFile } from 'node:child_process'
import { equal } from 'node:assert/strict'
import { place } from './place.ts'

export type Outcome = { code: number; text: string }

/** Runs a command as an operator does with npm run; `environment` is added to that of the product. */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const { PATH = '' } = process.env
  // Without its addresses, the command looks for the database in DATA_FOLDER.
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...settings } = place.environment
  const options = { cwd: place.root, env: { PATH, ...settings, ...environment } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['demo/command.ts', ...words], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr })
    })
  })
}

/** Runs a command, fails unless it exits with 0, and returns what it printed. */
export async function command(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, text } = await runCommand(words, environment)
  equal(code, 0, `${words.join(' ')}: ${text}`)
  return text
}

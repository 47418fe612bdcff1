import { execFile } from 'node:child_process'
import { equal } from 'node:assert/strict'
import { place } from './place.ts'

export type Outcome = { code: number; text: string }

/** Runs a command as an operator does with npm run; `environment` is added to the product's environment. */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const { PATH = '' } = process.env
  // Without its URLs, the command finds the database in DATA_FOLDER.
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...settings } = place.environment
  const options = { cwd: place.root, env: { PATH, ...settings, ...environment } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['demo/command.ts', ...words], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr })
    })
  })
}

/** Runs a command and returns its output. Fails unless it exits with 0. */
export async function command(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, text } = await runCommand(words, environment)
  equal(code, 0, `${words.join(' ')}: ${text}`)
  return text
}

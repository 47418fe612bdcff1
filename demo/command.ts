import type { CommandOutcome } from '#server/command-options.ts'
import { runCommand, runCommandLine } from '../app/commands/command-line.ts'
import { isDatabaseAway, reasonOf } from '../app/reason.ts'
import { isDemo, joinRunning } from './environment.ts'

/** `npm run invite` and the like: on the database of the environment, else on the demo that runs here. */
// Read before joinRunning, which names the demo's database.
const inDemo = isDemo()
const [name = '', ...args] = process.argv.slice(2)
if (name === 'code') {
  await printCode(args[0])
} else {
  process.exit(await runCommandLine([name, ...args], { caller, run, reason }))
}

function caller(command: string): string {
  return `npm run ${command} --`
}

async function run(command: string, words: readonly string[]): Promise<CommandOutcome> {
  if (!inDemo) return runCommand(command, words)
  if (command === 'restore') return (await import('./backup.ts')).restoreDemo(words)
  const isFileOnly = command === 'audit:verify' && words.some((each) => each.startsWith('--export'))
  if (!isFileOnly) await joinRunning()
  if (command === 'backup') return (await import('./backup.ts')).backupDemo(words)
  return runCommand(command, words)
}

function reason(error: unknown): string {
  return inDemo && isDatabaseAway(error)
    ? 'The database does not answer. Is Portico running? Start it with: npm start'
    : reasonOf(error)
}

/** The code that the authenticator app of a demo account would show now. */
async function printCode(email = ''): Promise<void> {
  try {
    if (!inDemo) throw new Error('npm run code works in the demo only.')
    if (email === '' || email.startsWith('-')) {
      process.stderr.write(
        'One-time code of a demo account.\n\nUsage:\n  npm run code -- <email>\n',
      )
      process.exit(email === '--help' ? 0 : 2)
    }
    await joinRunning()
    const { currentCode } = await import('./code.ts')
    process.stdout.write(`${await currentCode(email)}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${reason(error)}\n`)
    process.exit(1)
  }
}

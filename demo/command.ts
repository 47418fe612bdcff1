import type { CommandOutcome } from '#server/command-options.ts'
import { runCommand, runCommandLine } from '../app/commands/command-line.ts'
import { isDatabaseAway, reasonOf } from '../app/reason.ts'
import { demoCommands } from './commands.ts'
import { isDemo, joinRunning } from './environment.ts'

/** `npm run portico -- <command>`: on the database of the environment, else on the demo that runs here. */
// Read before joinRunning, which names the demo's database.
const inDemo = isDemo()
const scripts = ['invite', 'code']
process.exit(
  await runCommandLine(process.argv.slice(2), { caller, more: demoCommands, run, reason }),
)

function caller(command: string): string {
  return scripts.includes(command) ? `npm run ${command} --` : `npm run portico -- ${command}`
}

async function run(command: string, words: readonly string[]): Promise<CommandOutcome> {
  const own = Object.hasOwn(demoCommands, command) ? demoCommands[command] : undefined
  if (own) return (await own.load(words))(words)
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

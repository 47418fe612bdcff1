import type { CommandOutcome } from '#server/command-options.ts'
import { runCommand, runCommandLine } from '../app/commands/command-line.ts'
import { isRemote } from '../app/registry/commands.ts'
import { isDatabaseAway, reasonOf } from '../app/reason.ts'
import { demoCommands } from './commands.ts'
import { isDemo, joinRunning } from './environment.ts'

/** Runs `npm run portico -- <command>` on the configured database, or on the running demo if none is configured. */
// Read before joinRunning, which sets DATABASE_URL.
const inDemo = isDemo()
const commandsWithScript = ['invite', 'code']
process.exit(
  await runCommandLine(process.argv.slice(2), { caller, more: demoCommands, run, reason }),
)

function caller(command: string): string {
  const hasScript = commandsWithScript.includes(command)
  return hasScript ? `npm run ${command} --` : `npm run portico -- ${command}`
}

async function run(command: string, words: readonly string[]): Promise<CommandOutcome> {
  const own = Object.hasOwn(demoCommands, command) ? demoCommands[command] : undefined
  if (own) return (await own.load(words))(words)
  if (!inDemo) return runCommand(command, words)
  // A restore starts the database itself, so it joins no running demo.
  if (command === 'restore') return (await import('./backup.ts')).restoreDemo(words)
  const isFileOnly = command === 'audit:verify' && words.some((each) => each.startsWith('--export'))
  if (!isFileOnly && !isRemote(command, words)) await joinRunning()
  if (command === 'backup') return (await import('./backup.ts')).backupDemo(words)
  if (command === 'after-restore')
    return (await import('./backup.ts')).withDatabase(() => runCommand(command, words))
  return runCommand(command, words)
}

function reason(error: unknown): string {
  return inDemo && isDatabaseAway(error)
    ? 'The database does not answer. Is Portico running? Start it with: npm start'
    : reasonOf(error)
}

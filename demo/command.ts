import { isDatabaseAway, reasonOf } from '../app/reason.ts'
import { isDemo, joinRunning } from './environment.ts'

/** `npm run invite`, `npm run code`: on the database that is named, else on the demo that runs here. */
// Asked first: joining the demo names its database.
const inDemo = isDemo()
try {
  const [name = '', ...words] = process.argv.slice(2)
  const needsNothing = name === 'restore' || (name === 'audit:verify' && words.includes('--export'))
  if (inDemo && !needsNothing) await joinRunning()
  for (const line of await linesOf(name, { words, inDemo })) process.stdout.write(`${line}\n`)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(1)
}

type Said = { words: string[]; inDemo: boolean }

async function linesOf(name: string, { words, inDemo }: Said): Promise<string[]> {
  if (name === 'code') return [await code(inDemo, words[0])]
  if (inDemo && (name === 'backup' || name === 'restore')) {
    const { backupDemo, restoreDemo } = await import('./backup.ts')
    return name === 'backup' ? backupDemo(words) : restoreDemo(words)
  }
  if (name === 'audit:verify' && words.includes('--export')) {
    // Neither a database nor a configuration is needed to read a file.
    const { verifyExportCommand } = await import('../features/admin/audit-log/verify-export.ts')
    return verifyExportCommand(words)
  }
  const { runCommand } = await import('../app/command.ts')
  return runCommand(name, words)
}

/** The six digits of a demo account, as its authenticator would show them now. */
async function code(inDemo: boolean, email = ''): Promise<string> {
  if (!inDemo)
    throw new Error(
      'npm run code works in the demo only: elsewhere a person has her own authenticator',
    )
  const { currentCode } = await import('./code.ts')
  return currentCode(email)
}

function sentence(error: unknown): string {
  return inDemo && isDatabaseAway(error)
    ? 'The database does not answer. Is Portico running? Start it with: npm start'
    : reasonOf(error)
}

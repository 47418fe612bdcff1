import { spawnSync } from 'node:child_process'
import { unknownName } from '../../tools/unknown-name.ts'
import { benchAdmin } from './admin.ts'
import { benchAudit } from './audit.ts'
import { benchEarlier } from './earlier.ts'
import { benchExpiry } from './expiry.ts'
import { benchForwardAuth } from './forward-auth.ts'
import { benchLogin } from './login.ts'
import { benchPages } from './pages.ts'
import { benchSso } from './sso.ts'
import { benchForgotPassword } from './forgot-password.ts'
import { benchFullLogin } from './full-login.ts'
import { benchMemory } from './memory.ts'
import { benchNames } from './names.ts'
import { benchPasskey } from './passkey.ts'
import { benchRecords } from './records.ts'
import { benchRows } from './rows.ts'
import { benchSeal } from './seal.ts'
import { benchServers } from './servers.ts'
import { benchSession } from './session.ts'
import { benchSizing } from './sizing.ts'
import { benchStartUp } from './start-up.ts'
import { benchTyping } from './typing.ts'
import { benchUniform } from './uniform.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchYear } from './year.ts'

/**
 * The benchmarks by name. `npm run trials -- bench <name>` prints measurements and their limits; without a name it
 * lists the benchmarks.
 */
const benches: Record<string, (words: readonly string[]) => Promise<boolean>> = {
  admin: benchAdmin,
  audit: benchAudit,
  'forward-auth': benchForwardAuth,
  login: benchLogin,
  pages: benchPages,
  sso: benchSso,
  servers: benchServers,
  session: benchSession,
  earlier: benchEarlier,
  expiry: benchExpiry,
  'full-login': benchFullLogin,
  passkey: benchPasskey,
  'forgot-password': benchForgotPassword,
  names: benchNames,
  records: benchRecords,
  rows: benchRows,
  seal: benchSeal,
  memory: benchMemory,
  'start-up': benchStartUp,
  sizing: benchSizing,
  typing: benchTyping,
  uniform: benchUniform,
  webhooks: benchWebhooks,
  year: benchYear,
}

/** Arguments that `all` uses for benchmarks whose default takes hours. */
const shorter: Readonly<Record<string, readonly string[]>> = {
  admin: ['100000', '1000000'],
  rows: ['1000000'],
  seal: ['700000'],
  year: ['10000', '5', '0.03', '7'],
}

const [name = '', ...words] = process.argv.slice(2)
const bench = benches[name]
if (bench) process.exit((await bench(words)) ? 0 : 1)
else if (name === 'all') process.exitCode = runAll()
else if (name === '')
  console.log(
    `npm run trials -- bench <name>, one of:\n  ${['all', ...Object.keys(benches)].join('\n  ')}`,
  )
else {
  console.error(unknownName('bench', name, ['all', ...Object.keys(benches)]))
  process.exitCode = 2
}

/**
 * Runs each benchmark in its own process, with its own database, except `earlier`, which needs a folder. Returns the exit
 * status.
 */
function runAll(): number {
  const alone = Object.keys(benches).filter((each) => each !== 'earlier')
  const failed = alone.filter((each) => {
    console.log(`\n── ${each}`)
    const args = [import.meta.filename, each, ...(shorter[each] ?? [])]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) console.log(`FAILED ${each}`)
    return status !== 0
  })
  return failed.length > 0 ? 1 : 0
}

import { benchAudit } from './bench-audit.ts'
import { benchEntry } from './bench-entry.ts'
import { benchLogin } from './bench-login.ts'
import { benchPages } from './bench-pages.ts'
import { benchSso } from './bench-sso.ts'
import { benchForgotPassword } from './bench/forgot-password.ts'
import { benchFullLogin } from './bench/full-login.ts'
import { benchMemory } from './bench/memory.ts'
import { benchRows } from './bench/rows.ts'
import { benchSession } from './bench/session.ts'
import { benchSizing } from './bench/sizing.ts'
import { benchStartUp } from './bench/start-up.ts'

/** `npm run bench -- audit`: figures beside their limits, each measured in one run. */
const benches: Record<string, (words: readonly string[]) => Promise<boolean>> = {
  audit: benchAudit,
  entry: benchEntry,
  login: benchLogin,
  pages: benchPages,
  sso: benchSso,
  session: benchSession,
  'full-login': benchFullLogin,
  'forgot-password': benchForgotPassword,
  rows: benchRows,
  memory: benchMemory,
  'start-up': benchStartUp,
  sizing: benchSizing,
}

const [name = '', ...words] = process.argv.slice(2)
const bench = benches[name]
if (bench) {
  const isGood = await bench(words)
  process.exit(isGood ? 0 : 1)
}
console.log(`Which one? ${Object.keys(benches).join(', ')}`)
process.exit(1)

import { benchAdmin } from './admin.ts'
import { benchAudit } from './audit.ts'
import { benchForwardAuth } from './forward-auth.ts'
import { benchLogin } from './login.ts'
import { benchPages } from './pages.ts'
import { benchSso } from './sso.ts'
import { benchForgotPassword } from './forgot-password.ts'
import { benchFullLogin } from './full-login.ts'
import { benchMemory } from './memory.ts'
import { benchNames } from './names.ts'
import { benchPasskey } from './passkey.ts'
import { benchRows } from './rows.ts'
import { benchServers } from './servers.ts'
import { benchSession } from './session.ts'
import { benchSizing } from './sizing.ts'
import { benchStartUp } from './start-up.ts'
import { benchTyping } from './typing.ts'
import { benchUniform } from './uniform.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchYear } from './year.ts'

/** `npm run bench -- <name>` prints figures beside their limits; without a name it lists the benches. */
const benches: Record<string, (words: readonly string[]) => Promise<boolean>> = {
  admin: benchAdmin,
  audit: benchAudit,
  'forward-auth': benchForwardAuth,
  login: benchLogin,
  pages: benchPages,
  sso: benchSso,
  servers: benchServers,
  session: benchSession,
  'full-login': benchFullLogin,
  passkey: benchPasskey,
  'forgot-password': benchForgotPassword,
  names: benchNames,
  rows: benchRows,
  memory: benchMemory,
  'start-up': benchStartUp,
  sizing: benchSizing,
  typing: benchTyping,
  uniform: benchUniform,
  webhooks: benchWebhooks,
  year: benchYear,
}

const [name = '', ...words] = process.argv.slice(2)
const bench = benches[name]
if (bench) {
  const isGood = await bench(words)
  process.exit(isGood ? 0 : 1)
}
if (name !== '') console.error(`There is no bench ${name}.\n`)
console.log(`npm run bench -- <name>, one of:\n  ${Object.keys(benches).join('\n  ')}`)
process.exit(name === '' ? 0 : 2)

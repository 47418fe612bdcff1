import fs from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { variables } from '#server/config-table.ts'

/** Compares docs/openapi.json with the server's own document; `npm run openapi` writes it. */

const file = 'docs/openapi.json'
// The document must not depend on the variables of this machine.
for (const name of Object.keys(variables)) delete process.env[name]
Object.assign(process.env, {
  DATABASE_URL: 'postgres://portico_server@localhost/portico',
  SECRET_KEYS: Buffer.alloc(32).toString('base64'),
  SMTP_URL: 'smtp://localhost',
  LOG_LEVEL: 'silent',
})
const { createServer } = await import('#server/http.ts')
const { identify } = await import('../app/identify.ts')
const { describeApi, registerApi } = await import('../app/server.ts')
const server = createServer(identify)
await registerApi(server)
// Without what JSON cannot hold, such as undefined.
const document: unknown = JSON.parse(JSON.stringify(describeApi(server)))

if (process.argv.includes('--write')) fs.writeFileSync(file, JSON.stringify(document, null, 2))
const present: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
const isCurrent = isDeepStrictEqual(present, document)
console.log(isCurrent ? `${file} is current` : `${file} is stale: npm run openapi updates it`)
process.exit(isCurrent ? 0 : 1)

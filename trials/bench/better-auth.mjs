// Copied into the folder where better-auth is installed, so that the project does not depend on it.
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const port = Number(process.env.PORT)
const auth = betterAuth({
  baseURL: `http://localhost:${port}`,
  secret: 'a secret of this measurement only, and long enough',
  database: new pg.Pool({ connectionString: process.env.DATABASE_OWNER_URL, max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
const signedUp = await auth.api.signUpEmail({
  body: { name: 'Ada', email: `ada${Date.now()}@quay.example`, password: 'First-Harbour-1' },
  asResponse: true,
})
const cookie = signedUp.headers
  .getSetCookie()
  .map((each) => each.split(';')[0])
  .join('; ')
const handler = toNodeHandler(auth)
createServer((request, response) => {
  if (request.url === '/cookie') response.end(cookie)
  else handler(request, response)
}).listen(port, '127.0.0.1')

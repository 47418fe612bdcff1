import { freePort } from '#test/free-port.ts'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { importJWK, SignJWT, type JWTPayload } from 'jose'
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { db } from '#server/db.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { createSandboxToken } from '../../features/platforms/sandbox/contract.ts'
import { dropDatabase, makeDatabase } from './database.ts'
import { codeOf, type TestUser } from './people.ts'
import { startServer } from './servers.ts'

/** Two real Porticos: one on the test's own database, and its sandbox on another. */
const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
const name = `test_${randomBytes(8).toString('hex')}`
let urls = { serverUrl: '', ownerUrl: '' }
await makeDatabase(adminUrl, name, (made) => {
  urls = made
})
export const sandboxDb = new pg.Pool({ connectionString: urls.ownerUrl, max: 2 })
// `end` resolves before the connections are closed, so dropping the database can break one of them.
sandboxDb.on('error', () => undefined)
after(async () => {
  await sandboxDb.end()
  await dropDatabase(adminUrl, name)
})

const ports = { portal: await freePort(), sandbox: await freePort() }
export const portalUrl = `http://localhost:${ports.portal}`
export const sandboxUrl = `http://localhost:${ports.sandbox}`
export const sandboxSettings = {
  DATABASE_URL: urls.serverUrl,
  DATABASE_OWNER_URL: urls.ownerUrl,
  SECRET_KEYS: randomBytes(32).toString('base64'),
  PUBLIC_URL: sandboxUrl,
  SANDBOX_TRUSTED_ISSUER: portalUrl,
  LIMIT_ADDRESS_FAILURES: '50',
}
/** The portal on this test's database, and two processes of its sandbox on another database. */
export const [portal, sandbox, secondSandbox] = await Promise.all([
  startServer({ PORT: `${ports.portal}`, PUBLIC_URL: portalUrl, SANDBOX_SSO_URL: sandboxUrl }),
  startServer({ ...sandboxSettings, PORT: `${ports.sandbox}` }),
  startServer(sandboxSettings),
])

let addresses = 0

export function guest() {
  addresses += 1
  return sandbox.visitor(`198.51.100.${addresses}`)
}

/** Logs in at the portal with password and code. */
export async function atPortal(somebody: TestUser): Promise<Call> {
  addresses += 1
  const browser = portal.visitor(`203.0.113.${addresses}`)
  await browser(login, { body: { email: somebody.email, password: somebody.password } })
  await browser(verifyCode, { body: { otp: codeOf(somebody.secret) } })
  return browser
}

export async function tokenOf(somebody: TestUser): Promise<{ token: string; url: string }> {
  return (await atPortal(somebody))(createSandboxToken, {})
}

type Forged = { claims?: JWTPayload; typ?: string; use?: 'sandbox' | 'forward-auth'; age?: number }

/** Signs a sandbox token like the portal, with the given deviations. */
export async function forge(somebody: TestUser, options: Forged = {}): Promise<string> {
  const { claims = {}, typ = 'sandbox+jwt', use = 'sandbox', age = 0 } = options
  const { kid, algorithm, privateJwk } = await getCurrentKey(db, use)
  const now = Math.floor(Date.now() / 1000) - age
  return new SignJWT({ ...claimsOf(somebody, now), ...claims })
    .setProtectedHeader({ typ, alg: algorithm, kid })
    .sign(await importJWK(privateJwk, algorithm))
}

export function claimsOf({ id, email }: TestUser, now: number): JWTPayload {
  return {
    iss: portalUrl,
    aud: sandboxUrl,
    sub: id,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 60,
    email,
    given_name: 'Ada',
    family_name: 'Byron',
    locale: 'en',
    partner: null,
    subsystems: [],
    amr: ['pwd', 'otp'],
  }
}

import { equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { consumeAccessCode, createAccessCode } from '#domain/platforms/forward-auth-access.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { endSession } from '#domain/sessions/session.ts'
import { generateKey, getCurrentKey, rotateKey } from '#domain/keys/signing-key.ts'
import { db, transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { addUser, startUserSession } from '#test/people.ts'
import { startPooler } from '#test/pooler.ts'
import { newProxied } from '#test/proxied.ts'
import { now, updateRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'

const times = 200
const ipAddress = '203.0.113.90'
const company = 'Quay Ltd'

const orders = await newProxied()
const ada = await addUser({ company, platforms: [orders.id] })
await findOrCreatePartner(db, company)

const setPlatform = (active: boolean) => updateRows('subsystems', { id: orders.id }, { active })
const setAccount = (active: boolean) =>
  updateRows('subsystem_accounts', { userId: ada.id }, { active })

/** The change for each way to end access, and its reversal. */
const ends: Record<string, [(sessionId: string) => Promise<unknown>, () => Promise<unknown>]> = {
  'the end of the session': [(id) => endSession(db, id), async () => undefined],
  'deactivating the user': [
    () => updateRows('users', { id: ada.id }, { active: false }),
    () => updateRows('users', { id: ada.id }, { active: true }),
  ],
  'deactivating the company': [
    () => updateRows('partners', { name: company }, { active: false }),
    () => updateRows('partners', { name: company }, { active: true }),
  ],
  'deactivating the platform': [() => setPlatform(false), () => setPlatform(true)],
  'deactivating the access': [() => setAccount(false), () => setAccount(true)],
}

async function enter(): Promise<{ sessionId: string; cookie: string }> {
  const { id: sessionId } = await startUserSession(ada, { ipAddress })
  const target = { sessionId, subsystemId: orders.id, path: '/', stateHash: tokenHash('state') }
  const code = (await createAccessCode(db, target)) ?? ''
  const opened = await consumeAccessCode(db, { code, state: 'state' })
  return { sessionId, cookie: `portico-entry=${opened?.token}` }
}

function verifyAt(url: string, cookie: string): Promise<Response> {
  const headers = { cookie, 'x-forwarded-for': ipAddress }
  return fetch(`${url}/forward-auth/verify?subsystem=${orders.id}`, { headers })
}

function kidOf(answer: Response): string | undefined {
  return decodeProtectedHeader(answer.headers.get('x-portico-identity') ?? '').kid
}

async function assertEndsAt(url: string): Promise<void> {
  for (const [name, [end, undo]] of Object.entries(ends)) {
    for (let time = 0; time < times; time += 1) {
      const { sessionId, cookie } = await enter()
      equal((await verifyAt(url, cookie)).status, 200, name)
      await end(sessionId)
      equal((await verifyAt(url, cookie)).status, 401, name)
      await undo()
    }
  }
  const { cookie } = await enter()
  for (let time = 0; time < times; time += 1) {
    const { kid } = await getCurrentKey(db, 'forward-auth')
    equal(kidOf(await verifyAt(url, cookie)), kid)
    const fresh = await generateKey('forward-auth')
    await transaction(db, (tx) => rotateKey(tx, 'forward-auth', fresh))
    await updateRows('signing_keys', { kid }, { retiredAt: now })
    notEqual(fresh.kid, kid)
    equal(kidOf(await verifyAt(url, cookie)), fresh.kid)
  }
}

const settings = { SERVE: 'users,sso' }

test('ended access and a retired key take effect at the next request at another server, 200 times each', async () => {
  const { url } = await startServer(settings)
  await assertEndsAt(url)
})

test('ended access and a retired key take effect at a server behind a pooler in transaction mode', async (t) => {
  const viaPooler = await startPooler(t)
  if (viaPooler === undefined) return t.skip('no PgBouncer (Debian: pgbouncer)')
  const { url } = await startServer({
    ...settings,
    DATABASE_URL: viaPooler(process.env['DATABASE_URL'] ?? ''),
    DATABASE_OWNER_URL: viaPooler(process.env['DATABASE_OWNER_URL'] ?? ''),
    DATABASE_PREPARE: 'off',
  })
  await assertEndsAt(url)
})

import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { client, startIdentityProvider } from '#test/identity-provider.ts'
import { addAdmin, type TestUser } from '#test/people.ts'
import { adminUrl, newBrowser, walk } from '#test/sent-on.ts'
import { startServer } from '#test/servers.ts'

const provider = await startIdentityProvider(`${adminUrl}/auth-proxy/callback`)
const server = await startServer({
  SERVE: 'admin',
  ADMIN_SIGN_IN: 'oidc',
  ADMIN_OIDC_ISSUER: provider.issuer,
  ADMIN_OIDC_CLIENT_ID: client.id,
  ADMIN_OIDC_CLIENT_SECRET: client.secret,
})

const mePage = `${adminUrl}/api/admin/me`
const openSessionsOf = ({ id }: TestUser) =>
  rows(db)`select from admin_sessions where admin_id = ${id}`

test("a login at the provider ends the browser's previous session; a refused login does not", async () => {
  const [grace, mary] = [await addAdmin(), await addAdmin()]
  let browser = newBrowser(server)
  const token = () => browser.jar().get('portico-admin') ?? ''
  /** Authenticates at the provider in a new browser that has only the portal's session cookie. */
  const logInAs = async ({ email }: Pick<TestUser, 'email'>, sub: string) => {
    provider.person = { sub, email, email_verified: true }
    const sessionCookie = token()
    browser = newBrowser(server)
    await browser.get(mePage)
    browser.jar().set('portico-admin', sessionCookie)
    return walk(browser)
  }
  await logInAs(grace, 'grace-7')
  const first = token()
  await logInAs({ email: 'nobody@portico.example' }, 'nobody-7')
  deepEqual([token(), (await openSessionsOf(grace)).length], [first, 1])
  await logInAs(grace, 'grace-7')
  notEqual(token(), first)
  equal((await openSessionsOf(grace)).length, 1)
  await logInAs(mary, 'mary-7')
  deepEqual([(await openSessionsOf(grace)).length, (await openSessionsOf(mary)).length], [0, 1])
  browser.jar().set('portico-admin', first)
  equal((await browser.get(mePage)).status, 401)
  equal((await auditOf(grace.id)).filter(({ action }) => action === 'logged_out').length, 2)
})

import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import type { AdminMe } from '#contract/admin.ts'
import { errorCodes } from '#contract/refusal.ts'
import { findAdminByEmail } from '#domain/accounts/admin.ts'
import { db, rows } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { auditOf } from '#test/audit.ts'
import { client, startIdentityProvider } from '#test/identity-provider.ts'
import { addAdmin, codeOf, type TestUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { adminUrl, newBrowser, walk, type Browser } from '#test/sent-on.ts'
import { startServer } from '#test/servers.ts'
import { redirectToProvider } from './auth-proxy.ts'

const provider = await startIdentityProvider(`${adminUrl}/auth-proxy/callback`)
const settings = {
  SERVE: 'admin',
  ADMIN_SIGN_IN: 'oidc',
  ADMIN_OIDC_ISSUER: provider.issuer,
  ADMIN_OIDC_CLIENT_ID: client.id,
  ADMIN_OIDC_CLIENT_SECRET: client.secret,
}
const server = await startServer(settings)

function me(browser: Browser) {
  return browser.get(`${adminUrl}/api/admin/me`)
}

function authenticateAs(admin: Pick<TestUser, 'email'>, sub: string, isVerified = true): void {
  provider.person = { sub, email: admin.email, email_verified: isVerified }
}

test('ER-01 AP-22 the response to a call without a session contains the login URL of the admin area', async () => {
  const { status, body } = await me(newBrowser(server))
  equal(status, 401)
  equal(body['errorCode'], 401_001)
  equal(body['source'], 'auth-proxy')
  equal(body['redirectTo'], `${adminUrl}/auth-proxy/login`)
})

test('ER-01 RT-27 an admin logs in at the identity provider and returns to the requested page', async () => {
  const grace = await addAdmin({ email: 'Grace.Hopper@portico.example'.toLowerCase() })
  authenticateAs({ email: 'Grace.Hopper@Portico.example' }, 'grace-1')
  const browser = newBrowser(server)
  const page = '/admin/audit-logs?action=login_failed#top'
  const url = await walk(browser, `/auth-proxy/login?redirectTo=${encodeURIComponent(page)}`)
  equal(url.href, adminUrl + page)
  equal(((await me(browser)).body as AdminMe).id, grace.id)
  equal(provider.wantedScope, 'openid email', 'ASVS 10.2.3: no more than it reads')
  deepEqual(
    (await auditOf(grace.id)).map(({ action }) => action),
    ['admin_identity_linked', 'login_succeeded'],
  )
})

test('a linked admin is identified by subject: a changed email address is accepted, another subject is not', async () => {
  const grace = await addAdmin()
  authenticateAs(grace, 'grace-2')
  await walk(newBrowser(server))

  authenticateAs({ email: 'married@elsewhere.example' }, 'grace-2')
  const browser = newBrowser(server)
  equal((await walk(browser)).pathname, '/admin')
  equal(((await me(browser)).body as AdminMe).id, grace.id)

  authenticateAs(grace, 'another-subject')
  const other = newBrowser(server)
  equal((await walk(other)).search, '?refused=not-admin')
  equal((await me(other)).status, 401)
})

test('an unknown or unverified email address is rejected and creates no admin', async () => {
  const before = await rows(db)`select id from admins`
  authenticateAs({ email: 'nobody@portico.example' }, 'nobody-1')
  equal((await walk(newBrowser(server))).href, `${adminUrl}/admin/login?refused=not-admin`)

  const joan = await addAdmin()
  authenticateAs(joan, 'joan-1', false)
  equal((await walk(newBrowser(server))).search, '?refused=not-admin')
  equal((await rows(db)`select id from admins`).length, before.length + 1)
  const [failed] = await rows<{ data: { reason: string } }>(db)`
    select data from audit_log where action = 'login_failed' order by timestamp desc limit 1`
  equal(failed?.data.reason, 'not an admin')
})

/** Returns the token with the given claims changed, and the original signature. */
function withClaims(idToken: string, claims: object): string {
  const [head, body = '', signature] = idToken.split('.')
  const original = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...original, ...claims })).toString('base64url')
  return [head, forged, signature].join('.')
}

test('X14 S4: an ID token with an invalid signature or without one is refused', async (t) => {
  t.after(() => delete provider.forge)
  const victim = await addAdmin()
  authenticateAs({ email: 'mallory@portico.example' }, 'mallory')
  const claims = { email: victim.email, email_verified: true }
  provider.forge = (token) => withClaims(token, { ...claims, sub: 'victim' })
  equal((await walk(newBrowser(server))).search, '?refused=failed')
  provider.forge = (token) => {
    const [, body] = token.split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
  }
  equal((await walk(newBrowser(server))).search, '?refused=failed')
  deepEqual(await auditOf(victim.id), [])
})

test('X14: a NUL character in a verified address or a subject is refused', async () => {
  const grace = await addAdmin()
  authenticateAs({ email: `${grace.email}\0` }, 'nul-1')
  equal((await walk(newBrowser(server))).search, '?refused=failed')
  authenticateAs(grace, 'nul\0')
  equal((await walk(newBrowser(server))).search, '?refused=failed')
})

test('S4: ADMIN_OIDC_ACR is requested, and a login without any of its values is refused', async (t) => {
  t.after(() => delete provider.acr)
  const grace = await addAdmin()
  authenticateAs(grace, 'grace-acr')
  equal((await walk(newBrowser(server))).search, '')
  equal(provider.wantedAcr, null)
  const strict = await startServer({ ...settings, ADMIN_OIDC_ACR: 'mfa,phr' })
  for (const acr of ['pwd', undefined] as const) {
    if (acr) provider.acr = acr
    else delete provider.acr
    const browser = newBrowser(strict)
    equal((await walk(browser)).search, '?refused=weak', String(acr))
    equal((await me(browser)).status, 401)
  }
  equal(provider.wantedAcr, 'mfa phr')
  const [failed] = await rows<{ data: { reason: string } }>(db)`
    select data from audit_log where action = 'login_failed' order by timestamp desc limit 1`
  equal(failed?.data.reason, 'weak authentication')
  provider.acr = 'phr'
  const browser = newBrowser(strict)
  equal((await walk(browser)).search, '')
  equal((await me(browser)).status, 200)
})

test('ASVS 10.5.3: a provider whose metadata names another issuer is refused', async () => {
  authenticateAs(await addAdmin(), 'grace-issuer')
  const other = provider.issuer.replace('127.0.0.1', 'localhost')
  const misconfigured = await startServer({ ...settings, ADMIN_OIDC_ISSUER: other })
  const { asked } = provider
  equal((await walk(newBrowser(misconfigured))).search, '?refused=unavailable')
  equal(provider.asked, asked)
})

test('a deactivated admin cannot log in', async () => {
  const grace = await addAdmin()
  authenticateAs(grace, 'grace-3')
  await walk(newBrowser(server))
  await updateRows('admins', { id: grace.id }, { active: false })
  equal((await walk(newBrowser(server))).search, '?refused=not-admin')
  equal((await auditOf(grace.id)).at(-1)?.data['reason'], 'admin inactive')
})

test('of two subjects with one email address only the first is linked to it', async () => {
  const grace = await addAdmin()
  const answers = []
  for (const sub of ['twin-1', 'twin-2']) {
    authenticateAs(grace, sub)
    answers.push((await walk(newBrowser(server))).search)
  }
  deepEqual(answers, ['', '?refused=not-admin'])
})

test('RT-27 the redirect after the login stays in the admin area', async () => {
  authenticateAs(await addAdmin(), 'grace-4')
  for (const [target = '', wanted = ''] of [
    [`${adminUrl}/admin/users`, '/admin/users'],
    ['https://evil.test/admin', '/admin'],
    ['//evil.test/admin', '/admin'],
    [`${adminUrl}.evil.test/admin`, '/admin'],
    [String.raw`/admin\@evil.test`, '/admin'],
    ['/main/profile', '/admin'],
    ['/administrators', '/admin'],
  ]) {
    const search = new URLSearchParams({ redirectTo: target })
    const url = await walk(newBrowser(server), `/auth-proxy/login?${search}`)
    equal(url.href, adminUrl + wanted, target)
  }
})

test('M17: RT-29 a redirectTo outside the admin area is logged with its host only', async (t) => {
  const warn = t.mock.method(logger, 'warn', () => undefined)
  const name = 'redirectTo'
  // No provider is configured in this process: the route fails after it has read the target.
  const route = fastify().register(cookie).get('/auth-proxy/login', redirectToProvider)
  const logged = async (redirectTo: string) => {
    warn.mock.resetCalls()
    await route.inject(`/auth-proxy/login?${new URLSearchParams({ redirectTo })}`)
    return warn.mock.calls.map(({ arguments: [line] }) => {
      const { requestId, ...about } = line as unknown as Record<string, string>
      ok(requestId)
      return about
    })
  }
  deepEqual(await logged('https://evil.test/admin?secret=1'), [{ name, host: 'evil.test' }])
  deepEqual(await logged('//proxy.evil.test/'), [{ name, host: 'proxy.evil.test' }])
  deepEqual(await logged('/main/profile?secret=1'), [{ name, host: new URL(adminUrl).host }])
  deepEqual(await logged('javascript:alert(1)'), [{ name, host: '' }])
  deepEqual(await logged('/admin/users?q=a'), [])
  deepEqual(await logged(`${adminUrl}/admin/users`), [])
})

test('a callback is rejected in another browser, and accepted only once', async () => {
  const grace = await addAdmin()
  authenticateAs(grace, 'grace-5')
  const browser = newBrowser(server)
  let url = new URL('/auth-proxy/login', adminUrl)
  while (!url.pathname.startsWith('/auth-proxy/callback')) {
    const { location } = await browser.get(url.href)
    url = new URL(location ?? '', url)
  }
  const stranger = newBrowser(server)
  match((await stranger.get(url.href)).location ?? '', /refused=expired/)

  const victim = newBrowser(server)
  await victim.get(`${adminUrl}/auth-proxy/login`)
  match((await victim.get(url.href)).location ?? '', /refused=failed/)

  const sealed = browser.jar().get('portico-admin-sign-in') ?? ''
  equal((await browser.get(url.href)).location, '/admin')
  browser.jar().set('portico-admin-sign-in', sealed)
  match((await browser.get(url.href)).location ?? '', /refused=failed/)
  browser.jar().set('portico-admin-sign-in', `${sealed}x`)
  match((await browser.get(url.href)).location ?? '', /refused=expired/)
})

test('S1: a callback with another state is rejected, even with the right code and cookie', async () => {
  authenticateAs(await addAdmin(), 'grace-6')
  const browser = newBrowser(server)
  let url = new URL('/auth-proxy/login', adminUrl)
  while (!url.pathname.startsWith('/auth-proxy/callback')) {
    const { location } = await browser.get(url.href)
    url = new URL(location ?? '', url)
  }
  url.searchParams.set('state', 'another')
  match((await browser.get(url.href)).location ?? '', /refused=failed/)
})

test('S1: the cookie of a login at the provider is HttpOnly and expires after ten minutes', async () => {
  const answer = await fetch(`${server.url}/auth-proxy/login`, { redirect: 'manual' })
  const [line = ''] = answer.headers.getSetCookie()
  match(line, /^portico-admin-sign-in=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  equal(answer.headers.get('referrer-policy'), 'no-referrer')
})

test('a step-up sends the admin to the provider to authenticate again', async () => {
  authenticateAs(await addAdmin(), 'grace-6')
  const browser = newBrowser(server)
  await walk(browser)
  const before = provider.asked
  await walk(browser, '/auth-proxy/login?fresh=1')
  equal(provider.asked, before + 1)
  const [session] = await rows<{ stepUpAt: Date | null }>(db)`
    select step_up_at from admin_sessions order by created_at desc limit 1`
  notEqual(session?.stepUpAt, null)
})

test('password login is disabled for admins when an identity provider is configured', async () => {
  const grace = await addAdmin()
  const call = server.visitor('203.0.113.6')
  const { adminLogin } = await import('./admin-contract.ts')
  const { email, password } = grace
  const { refusedWith } = await import('#test/people.ts')
  await refusedWith(errorCodes.invalidCredentials, call(adminLogin, { body: { email, password } }))
  ok(codeOf(grace.secret))
  ok(await findAdminByEmail(db, email))
})

test('AP-22 a server of the admin area serves no endpoint and no page of the partner area', async () => {
  const browser = newBrowser(server)
  for (const path of ['/api/users/me', '/api/csrf', '/oidc/.well-known/openid-configuration']) {
    equal((await browser.get(adminUrl + path)).status, 404, path)
  }
})

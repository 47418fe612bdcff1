import { doesNotMatch, doesNotReject, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { cookieHeader, keepCookies, type CookieJar } from '#test/cookie-jar.ts'
import { addAdmin, addUser, codeOf } from '#test/people.ts'
import { buildAuthorizationRequest, newPlatform } from '#test/platform.ts'
import { startPortico } from '#test/programs.ts'
import { until } from '#test/until.ts'

const origin = 'https://id.example.com'

test('in production, cookies are bound to the https host, and HSTS is sent', async (t) => {
  const { url } = await startInProduction(t)
  const page = await fetch(`${url}/login`)
  equal(page.headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains')
  match(page.headers.get('content-security-policy') ?? '', /require-trusted-types-for 'script'/)
  match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  )
  const cookies = (await fetch(`${url}/api/csrf`)).headers.getSetCookie()
  ok(cookies.length > 0)
  for (const cookie of cookies)
    match(cookie, /^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  for (const path of ['/api/users/me', '/nothing', '/healthz', '/oidc/jwks']) {
    const answer = await fetch(url + path)
    ok(answer.headers.get('strict-transport-security'), path)
    equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
  }
})

test('URLs in responses come from the configuration, not from request headers', async (t) => {
  const { url } = await startInProduction(t)
  const headers = {
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
  }
  const answer = await fetch(`${url}/oidc/.well-known/openid-configuration`, { headers })
  const text = await answer.text()
  equal(JSON.parse(text).issuer, `${origin}/oidc`)
  equal(text.includes('evil.test'), false)
})

test('the log has one JSON line per request, with the request id and without secrets', async (t) => {
  const ada = await addUser({ password: 'Very-Secret-Harbour-1' })
  const { url, said } = await startInProduction(t)
  const primed = await fetch(`${url}/api/csrf`)
  const cookie = primed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const headers = {
    cookie,
    origin,
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': primed.headers.get('x-csrf-token') ?? '',
  }
  const send = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const login = await send('/api/users/login', { email: ada.email, password: ada.password })
  equal(login.status, 200)
  await send('/api/users/login', { email: ada.email, password: 'Wrong-Secret-Harbour-1' })
  await send('/api/users/links/check', { token: 'secret-token-of-a-link' })
  await fetch(`${url}/sign-up/secret-token-in-a-path?user=a`, { redirect: 'manual' })
  const requestId = login.headers.get('x-request-id') ?? 'none'
  await until(() => said().includes('"route":"/*"'))
  const lines = said()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { requestId?: string; route?: string; status?: number })
  ok(
    lines.some(
      (line) =>
        line.requestId === requestId && line.route === '/api/users/login' && line.status === 200,
    ),
  )
  for (const secret of ['Secret-Harbour', 'secret-token', cookie.split('=')[1] ?? '', ada.secret]) {
    equal(said().includes(secret), false, secret)
  }
})

test('a server that receives SIGTERM finishes its requests and exits', async (t) => {
  const { stop, url } = await startInProduction(t)
  equal((await fetch(`${url}/healthz`)).status, 200)
  equal(await stop(), 0)
})

test('S3: in production, a server starts without DATABASE_OWNER_URL', async (t) => {
  const starting = startInProduction(t, { DATABASE_OWNER_URL: '' })
  await doesNotReject(starting)
  const { url } = await starting
  equal((await fetch(`${url}/readyz`)).status, 200)
})

test('S18: in production, every cookie and every response is protected', async (t) => {
  const ada = await addUser()
  const admin = await addAdmin()
  const hub = await newPlatform()
  const { url } = await startInProduction(t)
  const jar: CookieJar = new Map()
  let token = ''
  const cookies: string[] = []
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: {
        origin,
        cookie: cookieHeader(jar),
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': token,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    keepCookies(jar, answer)
    cookies.push(...answer.headers.getSetCookie())
    token = answer.headers.get('x-csrf-token') ?? token
    for (const [name, pattern] of Object.entries(expectedHeaders))
      match(answer.headers.get(name) ?? '', pattern, `${path} ${name}`)
    for (const name of ['server', 'x-powered-by'])
      equal(answer.headers.get(name), null, `${path} ${name}`)
    // The provider's keys and discovery document are open to pages of any origin.
    if (!path.startsWith('/oidc'))
      equal(answer.headers.get('access-control-allow-origin'), null, path)
    if (/^\/(api\/(?!openapi|docs)|platform)/.test(path))
      equal(answer.headers.get('cache-control'), 'no-store', path)
    return answer
  }
  await ask('/api/csrf')
  equal((await ask('/api/users/login', passwordOf(ada))).status, 200)
  equal((await ask('/api/users/login/verify-mfa', { otp: codeOf(ada.secret) })).status, 200)
  const { url: sso } = await buildAuthorizationRequest(hub)
  equal((await ask(sso.pathname + sso.search)).status, 303)
  await ask('/oidc/session/end')
  await ask('/api/users/logout', {})
  await ask('/api/admin/csrf')
  equal((await ask('/api/admin/login', passwordOf(admin))).status, 200)
  await ask('/api/admin/login/verify-mfa', { otp: codeOf(admin.secret) })
  await ask('/api/admin/logout', {})
  const others = [
    '/login',
    '/nothing',
    '/api/nothing',
    '/healthz',
    '/oidc/jwks',
    '/developers',
    '/platform/nothing',
  ]
  for (const path of [...others, '/oidc/.well-known/openid-configuration', '/api/openapi.json'])
    await ask(path)
  const cookiesByName = new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie]))
  for (const [name = '', cookie] of cookiesByName) {
    match(cookie, /; secure/i, name)
    match(cookie, /; httponly/i, name)
    match(cookie, /; samesite=(lax|strict)/i, name)
    doesNotMatch(cookie, /; domain=/i, name)
    // The provider's cookies are limited to its own paths, which the prefix __Host- does not allow.
    match(
      cookie,
      name.startsWith('__Host-') ? /; path=\/(;|$)/i : /^__Secure-.*; path=\/(oidc|sign-on)/i,
      name,
    )
  }
  for (const name of ['', '-login', '-browser', '-visitor', '-admin', '-admin-login'])
    ok(cookiesByName.has(`__Host-portico${name}`), name)
  ok(cookiesByName.has('__Secure-portico-op'))
  const page = async (cookie: string) =>
    (await fetch(`${url}/login`, { headers: { cookie } })).text()
  match(await page('__Host-locale=fr'), /<html lang="fr"/)
  match(await page('locale=fr'), /<html lang="en"/)
})

const passwordOf = ({ email, password }: { email: string; password: string }) => ({
  email,
  password,
})

const expectedHeaders = {
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
  'content-security-policy': /^default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

function startInProduction(t: TestContext, settings: Record<string, string> = {}) {
  return startPortico(t, {
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '',
    PASSWORD_HASH_MEMORY_KIB: '',
    PASSWORD_HASH_PASSES: '',
    ...settings,
  })
}

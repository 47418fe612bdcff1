import { equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addUser } from '#test/people.ts'
import { startPortico } from '#test/programs.ts'
import { until } from '#test/until.ts'

const origin = 'https://id.example.com'

test('in production cookies are bound to the https host, and HSTS is sent', async (t) => {
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

test('the log has one JSON line per request with its id, and no secrets', async (t) => {
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

test('a server that receives SIGTERM finishes its requests and ends', async (t) => {
  const { stop, url } = await startInProduction(t)
  equal((await fetch(`${url}/healthz`)).status, 200)
  equal(await stop(), 0)
})

test('S3: in production a server starts without DATABASE_OWNER_URL', async (t) => {
  const { url } = await startInProduction(t, { DATABASE_OWNER_URL: '' })
  equal((await fetch(`${url}/readyz`)).status, 200)
})

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

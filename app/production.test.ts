import { freePort } from '#test/free-port.ts'
import { equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { addUser } from '#test/people.ts'
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

async function startInProduction(t: TestContext) {
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    PORT: String(port),
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '',
    PASSWORD_HASH_MEMORY_KIB: '',
    PASSWORD_HASH_PASSES: '',
  }
  const child = spawn(process.execPath, ['app/main.ts'], { env: { ...env, NODE_TEST_CONTEXT: '' } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  const exit = once(child, 'close').then(([code]) => Number(code))
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  t.after(stop)
  await until(() => text.includes('"serving"') || child.exitCode !== null)
  equal(child.exitCode, null, text)
  return { url, said: () => text, stop }
}

import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { callerKindOf, isOfProgram } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/refusal.ts'
import { cookies } from '#server/cookies.ts'
import { theServer } from '#test/browser.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { newPlatform, visitorOf } from '#test/platform.ts'
import { newProxied } from '#test/proxied.ts'
import { until } from '#test/until.ts'
import { login } from '../features/account/sign-in/contract.ts'
import { containsNul, isStorable } from './malformed.ts'

const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

async function get(url: string, headers: Record<string, string> = {}) {
  const server = await theServer()
  const answer = await server.inject({ method: 'GET', url, headers })
  const isProblem = /problem\+json/.test(String(answer.headers['content-type']))
  const code = isProblem ? answer.json<{ errorCode: number }>().errorCode : undefined
  return { status: answer.statusCode, code, headers: answer.headers, body: answer.body }
}

test('X3: a path of more than 1,024 characters answers 404, while a query may have 16 KiB', async () => {
  const longest = `/api/users/${'a'.repeat(1_013)}`
  equal(longest.length, 1_024)
  equal((await get(longest)).code, commonErrors.notFound)
  for (const url of [
    `${longest}a`,
    `/login/${'%41'.repeat(400)}`,
    `/developers${'/'.repeat(1_024)}`,
  ]) {
    const { status, code, headers } = await get(url)
    deepEqual([status, code], [404, commonErrors.notFound])
    equal(headers['x-frame-options'], 'DENY')
    ok(headers['x-request-id'])
  }
  const page = await get(`/main/${'a'.repeat(2_000)}`, browser)
  deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  equal((await get(`/login?redirect=/main&x=${'a'.repeat(12_000)}`)).status, 200)
  equal((await get(`/api/health${'/'.repeat(3_000)}`)).headers['x-csrf-token'] !== undefined, true)
})

/** Returns the median response time of nine requests, in milliseconds. */
async function medianMs(url: string): Promise<number> {
  const durations: number[] = []
  for (let count = 0; count < 9; count += 1) {
    const start = performance.now()
    await get(url)
    durations.push(performance.now() - start)
  }
  return durations.toSorted((one, other) => one - other)[4]!
}

test('X3: a path of slashes takes no longer than a path of letters', async () => {
  await medianMs('/a')
  const slashes = await medianMs(`/a${'/'.repeat(15_000)}x`)
  ok(slashes < 20 + 5 * (await medianMs(`/a${'b'.repeat(15_000)}x`)), `${slashes} ms`)
})

test('X8: NUL in any path or query answers 400', async () => {
  const { endpoints } = await theServer()
  const user = await logIn(await addUser())
  const admin = await logInAdmin(await addAdmin())
  const proxied = await newProxied()
  for (const { method, path, access } of endpoints) {
    if (method !== 'GET' || !path.startsWith('/') || isOfProgram(access)) continue
    const { fetch } = callerKindOf(access) === 'admin' ? admin : user
    const base = `/api${path}`
    const urls = [`${base.replaceAll(/\{\w+\}/g, 'x')}?user=a%00b`]
    if (path.includes('{')) urls.push(base.replaceAll(/\{\w+\}/g, 'a%00b'))
    for (const url of urls) {
      const answer = await fetch(url)
      const { errorCode } = (await answer.json()) as { errorCode: number }
      deepEqual([answer.status, errorCode], [400, commonErrors.invalidInput], url)
      ok(answer.headers.get('x-csrf-token'))
    }
  }
  for (const url of [
    '/forward-auth/verify?subsystem=%00',
    `/forward-auth/verify?subsystem=${proxied.id}%00`,
    `/forward-auth/start?subsystem=${proxied.id}&rd=%00`,
    '/.portico/callback?code=%00',
    '/.portico/start?subsystem=%00',
    '/oidc/auth?client_id=%00',
    '/oidc/auth/%00',
    '/oidc/session/end?state=%00',
    '/sign-on/%00',
    '/platform/users/%00',
    '/main/%00',
    '/sign-up/%00',
    '/login?redirect=%00',
  ]) {
    equal((await get(url)).status, 400, url)
  }
})

test('X8: NUL anywhere in a form or JSON body answers 400', async () => {
  const server = await theServer()
  const hub = await newPlatform()
  const admin = await logInAdmin(await addAdmin())
  const csrf = (await admin.fetch('/api/admin/me')).headers.get('x-csrf-token') ?? ''
  const bodies = [
    { name: 'a\u0000b' },
    { name: 'Quay', '\u0000': 1 },
    { name: '\\\u0000' },
    { firstname: ['\u0000'] },
  ]
  for (const body of bodies) {
    const answer = await admin.fetch('/api/admin/partners', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': csrf,
        'x-requested-with': 'XMLHttpRequest',
      },
      body: JSON.stringify(body),
    })
    const { errorCode } = (await answer.json()) as { errorCode: number }
    deepEqual([answer.status, errorCode], [400, commonErrors.invalidInput], JSON.stringify(body))
  }
  // The password is the only field whose own rules allow NUL.
  const visit = await visitor()
  const typed = { email: 'ada@portico.example', password: 'a\u0000b' }
  await refusedWith(commonErrors.invalidInput, visit.call(login, { body: typed }))
  const form = (url: string, payload: string, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const secret = encodeURIComponent(`secret of ${hub.id} & more+`)
  const basic = (id: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  for (const url of ['/oidc/auth', '/oidc/session/end']) {
    for (const nul of ['%00', '\0'])
      equal((await form(url, `client_id=a${nul}b`)).statusCode, 400, url)
  }
  for (const url of ['/oidc/token', '/oidc/token/introspection', '/oidc/token/revocation']) {
    const code =
      'grant_type=authorization_code&code=%00&code_verifier=%00&redirect_uri=%00&token=%00'
    for (const answer of [
      await form(url, code, basic(hub.id)),
      await form(url, code, basic('a%00b')),
      await form(url, 'client_id=a%00b&client_secret=%00&token=x'),
    ])
      ok(answer.statusCode < 500, url)
  }
  const pushed = new URLSearchParams({
    redirect_uri: hub.callback,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    state: 'a\u0000b',
  })
  equal((await form('/oidc/request', String(pushed), basic(hub.id))).statusCode, 400)
})

test('X8: requested claims with NUL or half of a surrogate pair are rejected', async () => {
  const hub = await newPlatform()
  const { browser: ada } = await visitorOf(hub)
  for (const name of ['\\u0000', '\\ud800']) {
    const query = new URLSearchParams({
      client_id: hub.id,
      redirect_uri: hub.callback,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      claims: `{"userinfo":{"${name}":null}}`,
    })
    const answer = await ada.fetch(`/oidc/auth?${query}`)
    const location = new URL(answer.headers.get('location') ?? 'about:blank')
    const error = location.searchParams.get('error') ?? String(answer.status)
    ok(['invalid_request', '400'].includes(error), `${name}: ${error}`)
  }
})

test('X8: containsNul distinguishes NUL from the text of its escape', () => {
  for (const [text, isNul] of [
    ['\u0000', true],
    ['\\\u0000', true],
    ['\\u0000', false],
    ['\\\\u0000', false],
    ['a\\\\\u0000', true],
    ['', false],
  ] as const) {
    const json = JSON.stringify({ text })
    equal(containsNul(json), isNul, json)
    equal(isStorable(json), !isNul, json)
  }
  equal(isStorable(JSON.stringify('\ud83d\ude00 \\ud83d')), true)
  equal(isStorable(JSON.stringify('\ud83d')), false)
})

test('X9: a value that makes a check throw answers 400001', async () => {
  const browserOfAda = await logIn(await addUser())
  const me = await browserOfAda.fetch('/api/users/me')
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': me.headers.get('x-csrf-token') ?? '',
    'x-requested-with': 'XMLHttpRequest',
  }
  const hostile = { length: { toString: 1 } }
  for (const value of [hostile, { length: { valueOf: 1, toString: null } }, { size: hostile }]) {
    const body = JSON.stringify({ email: value, password: value })
    const answer = await browserOfAda.fetch('/api/users/login', { method: 'POST', headers, body })
    const { errorCode } = (await answer.json()) as { errorCode: number }
    deepEqual([answer.status, errorCode], [400, commonErrors.invalidInput])
  }
})

test('X11: an unreadable asset answers 4xx, like a missing one', async () => {
  for (const url of [
    '/assets/',
    '/assets//etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/.',
  ]) {
    const { status, headers } = await get(url)
    ok(status >= 400 && status < 500, `${url} ${status}`)
    ok(headers['x-request-id'])
  }
  equal((await get('/assets/%00')).status, 400)
})

test('X12: the memory of the CSRF token cache does not grow with the length of cookies', async () => {
  const server = await theServer()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = async () => {
    await wait(100)
    collect()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const visit = (count: number, size: number) =>
    server.inject({
      url: '/api/nothing',
      headers: { cookie: `${cookies.visitor}=${String(count).padEnd(size, 'x')}` },
    })
  for (let count = 0; count < 100; count += 1) await visit(count, 12_000)
  const before = await heap()
  for (let count = 0; count < 1_500; count += 1) await visit(count, 12_000)
  // Requests that are still ending occupy memory for a moment.
  await until(async () => (await heap()) - before < 9)
})

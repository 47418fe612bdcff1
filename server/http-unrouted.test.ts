import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { callerKindOf, isOfProgram } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/refusal.ts'
import { theServer } from '#test/browser.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'

type Method = 'GET' | 'OPTIONS'

async function ask(method: string, url: string, headers: Record<string, string> = {}) {
  const server = await theServer()
  const answer = await server.inject({ method: method as Method, url, headers })
  const isProblem = /problem\+json/.test(String(answer.headers['content-type']))
  const code = isProblem ? answer.json<{ errorCode: number }>().errorCode : undefined
  return { ...answer, status: answer.statusCode, code, allow: answer.headers['allow'] }
}

test('P4: an unsupported method answers 405 with Allow (RFC 9110 §15.5.6)', async () => {
  const id = crypto.randomUUID()
  for (const [url, allow] of [
    ['/api/users/login', 'POST, OPTIONS'],
    ['/api/users/me', 'GET, HEAD, PUT, OPTIONS'],
    [`/api/admin/partners/${id}`, 'GET, HEAD, PUT, OPTIONS'],
    ['/platform/invitations', 'GET, HEAD, POST, OPTIONS'],
    ['/forward-auth/verify', 'GET, HEAD, OPTIONS'],
    ['/oidc/token', 'POST, OPTIONS'],
    ['/oidc/auth', 'GET, HEAD, POST, OPTIONS'],
    ['/oidc/me', 'GET, HEAD, POST, OPTIONS'],
    ['/oidc/.well-known/openid-configuration', 'GET, HEAD, OPTIONS'],
    ['/oidc/session/end/confirm', 'POST, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/login', 'GET, HEAD, OPTIONS'],
    ['/main/profile', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ] as const) {
    for (const method of ['DELETE', 'PATCH', 'QUERY', 'PROPFIND']) {
      const answer = await ask(method, url)
      deepEqual(
        [answer.status, answer.code, answer.allow],
        [405, commonErrors.methodNotAllowed, allow],
        `${method} ${url}`,
      )
    }
  }
})

test('P4: the provider’s form endpoints answer GET with 405 and Allow, and answer preflights', async () => {
  for (const path of ['/request', '/token', '/token/introspection', '/token/revocation']) {
    const { status, code, allow } = await ask('GET', `/oidc${path}`)
    deepEqual([status, code, allow], [405, 405001, 'POST, OPTIONS'], path)
  }
  const headers = { origin: 'https://hub.example', 'access-control-request-method': 'GET' }
  const preflight = await ask('OPTIONS', '/oidc/jwks', headers)
  equal(preflight.status, 204)
  equal(preflight.headers['access-control-allow-methods'], 'GET')
})

test('P4: an unsupported method answers 405 also with a body', async () => {
  const server = await theServer()
  for (const [type, payload] of [
    ['application/json', '{}'],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ] as const) {
    const headers = { 'content-type': type }
    const url = '/api/users/login'
    equal((await server.inject({ method: 'PUT', url, headers, payload })).statusCode, 405, type)
  }
})

test('P4: OPTIONS answers 204 with Allow, or 404 for an unknown path', async () => {
  for (const [url, allow] of [
    ['/api/users/login', 'POST, OPTIONS'],
    ['/api/users/logout', 'GET, HEAD, OPTIONS'],
    ['/platform/invitations', 'GET, HEAD, POST, OPTIONS'],
    ['/oidc/token', 'POST, OPTIONS'],
    ['/oidc/jwks', 'GET, HEAD, OPTIONS'],
    ['/login', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await ask('OPTIONS', url)
    deepEqual([answer.status, answer.allow, answer.body], [204, allow, ''], url)
  }
  for (const url of ['/api/nothing', '/nothing', '/platform/nothing']) {
    const { status, code } = await ask('OPTIONS', url)
    deepEqual([status, code], [404, commonErrors.notFound], url)
  }
})

test('P5: an unknown path answers 404 to every method', async () => {
  for (const [method, url] of [
    ['GET', '/api/platform/invitations'],
    ['POST', '/api/platform/invitations'],
    ['DELETE', '/users/me'],
    ['POST', '/users/login'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/nothing'],
    ['POST', '/nothing'],
    ['PUT', '/assets/nothing.js'],
    ['GET', '/assets/nothing.js'],
    ['POST', '/main/nothing'],
    ['GET', '/api/'],
    ['POST', '/apixyz'],
    ['GET', '/oidc/nothing'],
    ['POST', '/oidc/reg'],
    ['DELETE', '/oidc/nothing'],
  ] as const) {
    const { status, code, allow } = await ask(method, url)
    deepEqual([status, code, allow], [404, commonErrors.notFound, undefined], `${method} ${url}`)
  }
})

test('P5: a malformed id of any length answers 404, like an unknown one', async () => {
  const { endpoints } = await theServer()
  const { browser: user } = await addColleague(await addDelegated('Routed Ltd'), ['owner'])
  const admin = await logInAdmin(await addAdmin())
  const withId = endpoints.filter(({ path }) => path.includes('{') && path.startsWith('/'))
  ok(withId.length > 15)
  for (const { method, path, access } of withId) {
    if (method !== 'GET' || isOfProgram(access)) continue
    const browser = callerKindOf(access) === 'admin' ? admin : user
    for (const id of ['x', 'a'.repeat(601), 'a'.repeat(4_000), '%252e', '..%2f', '☃']) {
      const answer = await browser.fetch(`/api${path.replaceAll(/\{\w+\}/g, encodeURI(id))}`)
      const problem = (await answer.json()) as { errorCode: number }
      deepEqual([answer.status, problem.errorCode], [404, 404001], `${path} ${id.slice(0, 9)}`)
    }
  }
})

test('M17: AP-02 an error response outside of all endpoints contains the CSRF token', async () => {
  for (const [method, url, status] of [
    ['GET', '/api/nothing', 404],
    ['POST', '/api/nothing', 404],
    ['GET', '/api/admin/nothing', 404],
    ['DELETE', '/api/users/login', 405],
    ['GET', '/api/users/login', 405],
  ] as const) {
    const answer = await ask(method, url)
    equal(answer.status, status)
    match(String(answer.headers['x-csrf-token']), /^[\w-]{20,}$/, `${method} ${url}`)
    equal(answer.headers['cache-control'], 'no-store')
  }
})

test('M17: a URL that cannot be decoded answers with a page in a browser, otherwise with problem+json', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
  for (const url of ['/%E0%A4%A', '/main/%FF', '/sign-up/%C0%80']) {
    const page = await ask('GET', url, { ...browser, cookie: 'locale=fr' })
    equal(page.status, 400, url)
    equal(page.headers['content-type'], 'text/html; charset=utf-8')
    match(page.body, /<html lang="fr" dir="ltr">/)
    match(page.body, /Page introuvable/)
    ok(page.body.includes('400001'))
    ok(page.body.includes(String(page.headers['x-request-id'])))
    match(String(page.headers['content-security-policy']), /default-src 'none'; style-src 'self'/)
    equal(page.headers['x-frame-options'], 'DENY')
    const { status, code, headers } = await ask('GET', url)
    deepEqual([status, code, headers['x-frame-options']], [400, 400001, 'DENY'])
  }
  equal((await ask('GET', '/api/%FF', browser)).code, 400001)
})

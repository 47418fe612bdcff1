import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor, type Visitor } from '#test/people.ts'
import { theServer } from '#test/browser.ts'

type Problem = {
  errorCode: number
  requestId: string
  source: string
  status: number
  errors: { code: number; field?: string }[]
}

async function send(
  browser: Visitor,
  init: RequestInit,
  path = '/api/users/login',
): Promise<{ answer: Response; problem: Problem }> {
  const first = await browser.fetch('/api/csrf')
  const token = first.headers.get('x-csrf-token') ?? ''
  const headers = {
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': token,
    'content-type': 'application/json',
    ...(init.headers as object),
  }
  const answer = await browser.fetch(path, { method: 'POST', ...init, headers })
  return { answer, problem: (await answer.clone().json()) as Problem }
}

test('every error response is problem+json with an error code and a request id', async () => {
  const browser = await visitor()
  const cases: [string, RequestInit, number][] = [
    ['malformed JSON', { body: '{"email":' }, 400001],
    [
      'a form',
      { body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415001,
    ],
    [
      'plain text, which a form can send',
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415001,
    ],
    ['too large', { body: JSON.stringify({ email: 'a', password: 'x'.repeat(70_000) }) }, 413001],
    ['wrong types', { body: '{"email":7,"password":[]}' }, 400001],
    ['an array', { body: '[]' }, 400001],
    ['null', { body: 'null' }, 400001],
    ['an unknown key', { body: '{"email":"a@b.example","password":"x","admin":true}' }, 400001],
    [
      '__proto__',
      { body: '{"email":"a@b.example","password":"x","__proto__":{"admin":true}}' },
      400001,
    ],
    [
      'constructor',
      { body: '{"email":"a@b.example","password":"x","constructor":{"prototype":{"admin":true}}}' },
      400001,
    ],
  ]
  for (const [name, init, code] of cases) {
    const { answer, problem } = await send(browser, init)
    equal(problem.errorCode, code, name)
    equal(answer.status, Math.floor(code / 1000), name)
    equal(problem.errors[0]?.code, code, name)
    equal(problem.source, 'portico')
    match(problem.requestId, /^[0-9a-f-]{36}$/)
    equal(answer.headers.get('x-request-id'), problem.requestId)
    match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
    ok(answer.headers.get('x-csrf-token'))
  }
  equal(({} as { admin?: boolean }).admin, undefined)
})

test('an invalid or unknown URL is answered with 4xx', async () => {
  const server = await theServer()
  for (const url of [
    '/api/users/%00',
    '/api/users/sessions/%00/logout',
    '/api/%E0%A4%A',
    '/api/nothing',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await server.inject({ method: 'GET', url })
    ok(answer.statusCode >= 400 && answer.statusCode < 500, `${url} ${answer.statusCode}`)
  }
})

test('P9: a body with another charset is answered with 415, and one with invalid UTF-8 with 400', async () => {
  const browser = await visitor()
  const body = '{"email":"ada@quay.example","password":"x"}'
  for (const charset of ['utf-16', 'iso-8859-1', '"utf-16le"', 'UTF-32']) {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const { answer, problem } = await send(browser, { body, headers })
    deepEqual([answer.status, problem.errorCode], [415, 415001], charset)
  }
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8']) {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const { problem } = await send(browser, { body, headers })
    equal(problem.errorCode, 401201, charset)
  }
  const server = await theServer()
  const answer = await server.inject({
    method: 'POST',
    url: '/platform/invitations',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  })
  deepEqual([answer.statusCode, answer.json<Problem>().errorCode], [400, 400001])
})

test('P9: the error about a body that is not an object contains no field', async () => {
  const browser = await visitor()
  for (const body of ['[]', 'null', '7', '"text"']) {
    const { problem } = await send(browser, { body })
    deepEqual(problem.errors, [{ code: 400001 }], body)
  }
})

test('P9: every 401 has the header WWW-Authenticate (RFC 9110 §15.5.2)', async () => {
  const browser = await visitor()
  const answer = await browser.fetch('/api/users/me')
  equal(answer.status, 401)
  equal(answer.headers.get('www-authenticate'), 'Cookie realm="http://localhost:8080"')
  const body = JSON.stringify({ email: 'nobody@quay.example', password: 'x' })
  const login = await send(browser, { body })
  equal(login.answer.status, 401)
  match(login.answer.headers.get('www-authenticate') ?? '', /^Cookie /)
})

test('P8: a number in a query consists of digits only', async () => {
  const laptop = await logIn(await addUser())
  for (const limit of [
    '0x5',
    '1e1',
    '%201',
    '1.0',
    '+1',
    '1_0',
    '',
    '-1',
    '0',
    '201',
    '1&limit=2',
  ]) {
    const answer = await laptop.fetch(`/api/users/login/history?limit=${limit}`)
    equal(answer.status, 400, limit)
    equal(((await answer.json()) as Problem).errors[0]?.field, 'limit')
  }
  equal((await laptop.fetch('/api/users/login/history?limit=200')).status, 200)
})

test('P8: every endpoint rejects an unknown query parameter', async () => {
  const laptop = await logIn(await addUser())
  for (const path of [
    '/api/csrf',
    '/api/users/me',
    '/api/users/sessions',
    '/api/users/login/history',
  ]) {
    const answer = await laptop.fetch(`${path}?unknown=1`)
    equal(answer.status, 400, path)
    equal(((await answer.json()) as Problem).errors[0]?.field, 'unknown')
    ok((await laptop.fetch(path)).ok, path)
  }
})

test('P8: a missing body counts as an empty object, and null is rejected, as in the OpenAPI document', async () => {
  const admin = await logInAdmin(await addAdmin())
  const csrf = (await admin.fetch('/api/admin/me')).headers.get('x-csrf-token') ?? ''
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': csrf }
  const { id } = await addUser()
  const put = (path: string, body?: string) =>
    admin.fetch(`/api/admin/users/${id}/${path}`, {
      method: path === 'deactivate' ? 'PUT' : 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
  equal((await put('deactivate', 'null')).status, 400)
  equal((await put('deactivate', '[]')).status, 400)
  equal((await put('deactivate')).status, 200)
  equal((await put('sessions/logout')).status, 400)
  const server = await theServer()
  type Calls = Record<string, Record<string, { requestBody?: { required: boolean } }>>
  const { paths } = (await server.inject('/api/openapi.json')).json<{ paths: Calls }>()
  equal(paths['/api/admin/users/{id}/deactivate']?.['put']?.requestBody?.required, false)
  equal(paths['/api/admin/users/{id}/sessions/logout']?.['post']?.requestBody?.required, true)
})

test('an invalid session cookie is treated like a missing one', async () => {
  const browser = await visitor()
  for (const garbage of ['x', '%', '%00', '"', 'a'.repeat(4000), '; drop table sessions']) {
    browser.cookies.set('portico', garbage)
    browser.cookies.set('portico-login', garbage)
    const answer = await browser.fetch('/api/users/me')
    equal(answer.status, 401, garbage)
    equal(((await answer.json()) as Problem).errorCode, 401101)
  }
})

test('AP-02 ER-04 a changing request requires the CSRF token of its own session', async () => {
  const laptop = await logIn(await addUser())
  const phone = await logIn(await addUser())
  const other = (await phone.fetch('/api/users/me')).headers.get('x-csrf-token') ?? ''
  const own = (await laptop.fetch('/api/users/me')).headers.get('x-csrf-token') ?? ''
  notEqual(own, other)
  const put = (headers: Record<string, string>) =>
    laptop.fetch('/api/users/me', {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  const right = { 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': own }
  equal((await put(right)).status, 400)
  for (const wrong of [
    { 'x-csrf-token': own },
    { 'x-requested-with': 'XMLHttpRequest' },
    { ...right, 'x-csrf-token': other },
    { ...right, 'x-csrf-token': '' },
    { ...right, origin: 'https://evil.test' },
    { ...right, origin: 'null' },
    { ...right, 'sec-fetch-site': 'cross-site' },
  ]) {
    const answer = await put(wrong)
    deepEqual(
      [answer.status, ((await answer.json()) as Problem).errorCode],
      [403, 403002],
      JSON.stringify(wrong),
    )
  }
})

test('AP-02 success and error responses contain the CSRF token', async () => {
  const browser = await visitor()
  ok((await browser.fetch('/api/csrf')).headers.get('x-csrf-token'))
  ok((await browser.fetch('/api/users/me')).headers.get('x-csrf-token'))
})

test('API responses forbid caching, framing and sniffing', async () => {
  const laptop = await logIn(await addUser())
  const answer = await laptop.fetch('/api/users/me')
  equal(answer.headers.get('cache-control'), 'no-store')
  equal(answer.headers.get('x-content-type-options'), 'nosniff')
  match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  equal(answer.headers.get('access-control-allow-origin'), null)
})

test('AP-08 a response contains only the fields of its contract', async () => {
  const laptop = await logIn(await addUser())
  const me = await laptop.call(getMe, {})
  deepEqual(Object.keys(me).sort(), Object.keys(getMe.reply.shape).sort())
})

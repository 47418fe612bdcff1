import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor } from '#test/people.ts'

test('3W8 the latest CSRF token is valid for the next change, even if the other area has sent it', async () => {
  const user = await logIn(await addUser())
  const refused = await user.fetch('/api/admin/me')
  equal(refused.status, 401)
  equal(await change(user.cookies, '/api/users/me', { 'x-csrf-token': tokenIn(refused) }), 400)

  const both = (await logInAdmin(await addAdmin())).cookies
  for (const [name, value] of user.cookies) both.set(name, value)
  for (const [other, changed] of [
    ['/api/admin/me', '/api/users/me'],
    ['/api/users/me', `/api/admin/users/${randomUUID()}/deactivate`],
  ] as const) {
    const answer = await sendAsProgram(both, 'GET', other, {})
    equal(answer.statusCode, 200, other)
    equal(await change(both, changed, { 'x-csrf-token': tokenOf(answer) }), 400, changed)
  }
  const stranger = await logIn(await addUser())
  for (const browser of [stranger, await visitor()]) {
    const token = tokenIn(await browser.fetch('/api/users/me'))
    equal(await change(both, '/api/users/me', { 'x-csrf-token': token }), 403)
  }
})

test('3W8 a change without Origin needs the token, and so does any change with a cookie', async () => {
  const user = await logIn(await addUser())
  const token = tokenIn(await user.fetch('/api/users/me'))
  equal(await change(user.cookies, '/api/users/me', { 'x-csrf-token': token }), 400)
  equal(await change(user.cookies, '/api/users/me', {}), 403)
  equal(await change(user.cookies, '/api/users/me', { origin: 'http://localhost:8080' }), 403)
})

test('3W8 the first call of a visitor needs no token, but our Origin if a browser sends it', async () => {
  const path = '/api/users/login'
  const answer = await sendAsProgram(new Map(), 'POST', path, {})
  equal(answer.statusCode, 400)
  const cookies = new Map(answer.cookies.map(({ name, value }) => [name, value]))
  ok(cookies.size > 0)
  equal(await change(cookies, path, {}), 403)
  equal(await change(cookies, path, { 'x-csrf-token': tokenOf(answer) }), 400)

  const none = new Map()
  const own = { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }
  equal(await change(none, path, own), 400)
  for (const headers of [
    { 'x-requested-with': '' },
    { ...own, origin: 'https://evil.test' },
    { ...own, origin: 'null' },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'x-csrf-token': tokenOf(answer) },
  ])
    equal(await change(none, path, headers), 403, JSON.stringify(headers))
})

type Answer = Awaited<ReturnType<typeof sendAsProgram>>

function tokenOf({ headers }: Answer): string {
  return String(headers['x-csrf-token'])
}

function tokenIn({ headers }: Response): string {
  return headers.get('x-csrf-token') ?? ''
}

/** Returns the status of a change that is answered with 400 after the CSRF check. */
async function change(...[cookies, path, headers]: [Cookies, string, Headers]): Promise<number> {
  const method = path.endsWith('login') ? 'POST' : 'PUT'
  return (await sendAsProgram(cookies, method, path, headers)).statusCode
}

type Cookies = ReadonlyMap<string, string>
type Headers = Readonly<Record<string, string>>

/** Sends a request with the headers of the specification, and without those that only browsers add. */
async function sendAsProgram(
  cookies: Cookies,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Headers,
) {
  return (await theServer()).inject({
    method,
    url,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(cookies.size > 0 && {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
      ...headers,
    },
    ...(method !== 'GET' && { payload: '[]' }),
  })
}

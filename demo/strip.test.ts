// own process: fills an empty database
import { doesNotMatch, equal, match, notEqual } from 'node:assert/strict'
import { get, type RequestOptions } from 'node:http'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser } from '#test/people.ts'
import { buildServer } from '../app/server.ts'
import { demoAdminEmail, demoEmail } from './seed.ts'
import { addStrip } from './strip.ts'

const { host, origin } = new URL(config.publicUrl)
const pageHeaders = { host, accept: 'text/html' }

async function loginPage(server: Awaited<ReturnType<typeof buildServer>>) {
  const answer = await server.inject({ url: '/login', headers: pageHeaders })
  const visitor = answer.cookies.find(({ name }) => name.endsWith('visitor'))
  return {
    html: answer.body,
    cookie: `${visitor?.name}=${visitor?.value}`,
    token: /name="token" value="([^"]+)"/.exec(answer.body)?.[1] ?? '',
  }
}

test('the demo’s strip logs in as a customer and as an owner, and the audit log records the method', async (t) => {
  const [ada, grace] = [
    await addUser({ email: demoEmail }),
    await addAdmin({ email: demoAdminEmail, roles: ['super_admin'] }),
  ]
  const server = await buildServer(addStrip)
  t.after(() => server.close())
  const { html, cookie, token } = await loginPage(server)
  // The language of the page may change without a new page.
  for (const title of ['Demo: look as', 'Démo : voir en tant que', '演示：查看身份'])
    match(html, new RegExp(title))
  for (const [part, account, path] of [
    ['customer', ada, '/main/home'],
    ['owner', grace, '/admin/overview'],
  ] as const) {
    const answer = await post(server, { cookie, body: { part, token } })
    equal(answer.statusCode, 200)
    match(answer.body, new RegExp(`data-path="${path}"`))
    for (const redirect of ['/sign-on/V1StGXR8_Z5', '//other.example/sign-on/x']) {
      const redirected = await post(server, { cookie, body: { part, token, redirect } })
      const isFollowed = part === 'customer' && redirect.startsWith('/sign-on/')
      match(redirected.body, new RegExp(`data-path="${isFollowed ? redirect : path}"`))
    }
    const session = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const me = part === 'owner' ? '/api/admin/me' : '/api/users/me'
    equal((await server.inject({ url: me, headers: { host, cookie: session } })).statusCode, 200)
    const login = (await auditOf(account.id)).find(({ action }) => action === 'login_succeeded')
    equal(login?.data['method'], 'demo')
  }
})

test('another host or origin, a missing token and a token of another browser do not log in', async (t) => {
  const server = await buildServer(addStrip)
  t.after(() => server.close())
  const [own, other] = [await loginPage(server), await loginPage(server)]
  const body = { part: 'customer', token: own.token }
  for (const wrong of [
    { cookie: other.cookie, body },
    { cookie: own.cookie, body: { part: 'customer', token: '' } },
    { cookie: own.cookie, body: { part: 'nobody', token: own.token } },
    { cookie: own.cookie, body, headers: { host: 'portico.example' } },
    { cookie: own.cookie, body, headers: { origin: 'http://evil.example' } },
    { cookie: own.cookie, body, headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
  ]) {
    const answer = await post(server, wrong)
    equal(answer.statusCode, 403)
    equal(
      answer.cookies.some(({ name }) => name === 'portico'),
      false,
    )
  }
})

test('3Z14: the strip ignores a malformed redirect and an address that is no URL', async (t) => {
  const server = await buildServer(addStrip)
  t.after(() => server.close())
  const { cookie, token } = await loginPage(server)
  // `inject` would normalize the address.
  const { port } = new URL(await server.listen({ port: 0 }))
  for (const path of ['//?redirect=/sign-on/x', '//:99999/?redirect=x', '/login?redirect=%E0%A4'])
    notEqual(await statusOf({ port, path, headers: pageHeaders }), 500, path)
  for (const redirect of ['', '/sign-on/', '\uD800', '/sign-on/x?y', '/sign-on/x/../y']) {
    const { statusCode, body } = await post(server, {
      cookie,
      body: { part: 'customer', token, redirect },
    })
    equal(statusCode, 200)
    match(body, /data-path="\/main\/home"/)
  }
  for (const odd of [{ toString: 1 }, ['/sign-on/x'], 1]) {
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/demo/look-as',
      headers: { host, origin, cookie },
      body: { part: 'customer', token, redirect: odd },
    })
    equal(statusCode, 415)
  }
})

test('the production server has neither the strip nor its endpoints', async (t) => {
  const server = await buildServer()
  t.after(() => server.close())
  const { html, cookie, token } = await loginPage(server)
  doesNotMatch(html, /demo/i)
  equal((await post(server, { cookie, body: { part: 'owner', token } })).statusCode, 404)
  equal((await server.inject('/demo/strip.css')).statusCode, 404)
})

function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
}

type Form = { cookie: string; body: Record<string, string>; headers?: Record<string, string> }

function post(server: Awaited<ReturnType<typeof buildServer>>, { cookie, body, headers }: Form) {
  return server.inject({
    method: 'POST',
    url: '/demo/look-as',
    headers: {
      host,
      origin,
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(body).toString(),
  })
}

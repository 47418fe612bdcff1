import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startServer } from '#test/servers.ts'

const publicHost = 'localhost:8080'
const adminHost = 'admin.localhost:8080'
const admin = { SERVE: 'users,admin', ADMIN_URL: `http://${adminHost}` }
const both = await startServer(admin)
const alone = await startServer({ SERVE: 'admin' })

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request like a proxy that keeps the host. */
function ask(
  url: string,
  path: string,
  options: { host: string; method?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const { host, method = 'GET', headers = {} } = options
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, headers: { ...headers, host } }, (answer) => {
      let body = ''
      answer.on('data', (part) => (body += part))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test('AP-22 if the admin area has its own host, neither host answers for the other', async () => {
  const { url } = both
  const status = async (host: string, path: string) => (await ask(url, path, { host })).status

  equal(await status(publicHost, '/api/users/me'), 401)
  equal(await status(publicHost, '/login'), 200)
  for (const path of ['/api/admin/me', '/admin', '/admin/login', '/admin/audit-logs']) {
    equal(await status(publicHost, path), 404, path)
  }
  equal(await status(publicHost, '/api/%61dmin/me'), 404)

  equal(await status(adminHost, '/api/admin/me'), 401)
  equal(await status(adminHost, '/admin/login'), 200)
  equal(await status(adminHost, '/admin/audit-logs'), 200)
  for (const path of ['/api/users/me', '/login', '/main/profile']) {
    equal(await status(adminHost, path), 404, path)
  }
})

/** Returns the status of a raw request, which no client library normalizes. */
function statusOf(url: string, target: string, lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const head = [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', '']
      socket.write(head.join('\r\n'), 'latin1')
    })
    let text = ''
    socket.on('data', (part) => (text += part.toString('latin1')))
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
    socket.on('error', reject)
  })
}

/** Host names that are not the admin area's, although some resemble it. */
const otherNames = [
  'evil.test',
  'portal.evil.test:8080',
  'admin.localhost.evil.test',
  'evil.test.admin.localhost',
  'xadmin.localhost',
  'admin-localhost',
  'admin.localhost..',
  'admin.localhost.',
  'admin.localhost.:8080',
  '.admin.localhost',
  'admin..localhost',
  '..',
  '.',
  '127.0.0.1',
  '127.0.0.1:8080',
  '127.1',
  '0x7f000001',
  '2130706433',
  '10.0.0.7',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]:8080',
  '%61dmin.localhost',
  'admin%2elocalhost:8080',
  'x@admin.localhost',
  'admin.localhost@evil.test',
  'admin.localhost/',
  'admin.localhost?',
  'admin.localhost#',
  'admin.localhost\\@evil.test',
  'admin.localhost:99999',
  'admin.localhost:x',
  'admin.localhost,evil.test',
  'http://admin.localhost',
  'xn--dmin-5na.localhost',
  '\u00e1dmin.localhost',
  '\u00ef\u00bd\u0081dmin.localhost',
  'admin\u00e3\u0080\u0082localhost',
  'localhost',
  'LOCALHOST:8080',
  '',
]

test('X5: no other host name opens the admin area, in any of 40 spellings of Host and X-Forwarded-Host', async () => {
  const { url } = both
  const targets = ['/api/admin/me', '/api/admin/csrf', '/admin/login']
  for (const name of otherNames) {
    for (const target of targets) {
      for (const lines of [
        [`Host: ${name}`],
        [`Host: ${name}`, `X-Forwarded-Host: ${adminHost}`],
        [`Host: ${adminHost}`, `X-Forwarded-Host: ${name || 'evil.test'}`],
        [`Host: ${name}`, `Host: ${adminHost}`],
        [`Host: ${adminHost}`, `Host: ${name}`],
      ]) {
        const status = await statusOf(url, target, lines)
        ok(status === 404 || status === 400, `${status} ${target} ${lines.join(' | ')}`)
      }
    }
  }
  for (const target of targets) {
    for (const line of [`Host: ${publicHost}`, 'Host: evil.test']) {
      ok((await statusOf(url, `http://${adminHost}${target}`, [line])) >= 400)
    }
    for (const name of [adminHost, 'ADMIN.localhost', 'admin.localhost:443']) {
      ok([200, 204, 401].includes(await statusOf(url, target, [`Host: ${name}`])), name)
    }
  }
})

test('X5: the users’ pages and API answer at any host but the admin’s, and both areas share the other endpoints', async () => {
  const { url } = both
  for (const name of [publicHost, 'evil.test', '10.0.0.7', '[::1]:8080']) {
    equal(await statusOf(url, '/login', [`Host: ${name}`]), 200, name)
    equal(await statusOf(url, '/api/users/me', [`Host: ${name}`]), 401, name)
  }
  for (const name of [adminHost, 'admin.localhost.', 'ADMIN.localhost', '%61dmin.localhost']) {
    equal(await statusOf(url, '/login', [`Host: ${name}`]), 404, name)
    equal(await statusOf(url, '/api/users/me', [`Host: ${name}`]), 404, name)
  }
  for (const [path, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/csrf', 204],
    ['/api/human-check/challenge', 200],
    ['/.well-known/security.txt', 200],
  ] as const) {
    for (const name of [publicHost, adminHost, 'evil.test'])
      equal(await statusOf(url, path, [`Host: ${name}`]), status, `${path} ${name}`)
  }
})

test('S15: the calls of the admin area are described at its host only', async () => {
  const { url } = await startServer({ ...admin, API_DOCS: 'split' })
  for (const [path, status] of [
    ['/api/admin/openapi.json', 401],
    ['/admin/developers', 302],
    ['/admin/developers/errors', 302],
  ] as const) {
    equal((await ask(url, path, { host: publicHost })).status, 404, path)
    equal((await ask(url, path, { host: adminHost })).status, status, path)
  }
  equal((await ask(url, '/developers', { host: publicHost })).status, 200)
  equal((await ask(url, '/developers', { host: adminHost })).status, 404)
  equal((await ask(url, '/api/openapi.json', { host: publicHost })).status, 200)
})

test('AP-22 a forwarding header that a proxy passes on does not open the admin area at the public host', async () => {
  const { url } = both
  const status = async (host: string, path: string, forwardedHost: string) =>
    (await ask(url, path, { host, headers: { 'x-forwarded-host': forwardedHost } })).status
  for (const path of ['/api/admin/me', '/admin/login']) {
    equal(await status(publicHost, path, adminHost), 404, path)
    equal(await status(publicHost, path, `evil.test, ${adminHost}`), 404, path)
  }
  equal(await status(adminHost, '/login', publicHost), 404)
  equal(await status('10.0.0.7', '/api/admin/me', publicHost), 404)
  equal(await status('10.0.0.7', '/api/admin/me', adminHost), 404)
  equal(await status(adminHost, '/api/admin/me', adminHost), 401)
})

test('AP-22 another spelling of the public host does not open the admin area', async () => {
  const { url } = both
  const status = async (host: string, path: string) => (await ask(url, path, { host })).status
  for (const host of [
    'LOCALHOST:8080',
    'localhost.:8080',
    'localhost',
    'localhost:443',
    'localhost:99999',
    'x@localhost:8080',
  ]) {
    equal(await status(host, '/api/admin/me'), 404, host)
    equal(await status(host, '/admin/login'), 404, host)
  }
  equal(await status('Admin.Localhost:8080', '/api/admin/me'), 401)
  equal(await status('Admin.Localhost:8080', '/login'), 404)
})

test('AP-22 the endpoints for platforms answer 404 at the host of the admin area', async () => {
  const { url } = await startServer({ ...admin, SERVE: 'users,admin,sso' })
  const status = async (host: string, path: string) => (await ask(url, path, { host })).status
  for (const [path, expected] of [
    ['/oidc/.well-known/openid-configuration', 200],
    ['/forward-auth/jwks.json', 200],
    ['/forward-auth/verify?subsystem=none', 404],
    ['/forward-auth/interrupted', 400],
    ['/.portico/callback?code=none', 303],
  ] as const) {
    equal(await status(publicHost, path), expected, path)
    equal(await status('orders.example', path), expected, 'a proxy may keep the platform’s host')
    equal(await status(adminHost, path), 404, path)
  }
})

test('RT-22 the start page of the admin host redirects to the admin area', async () => {
  const { url } = both
  const { status, headers } = await ask(url, '/', { host: adminHost })
  deepEqual([status, headers.location], [302, '/admin'])
})

test('AP-22 a server with the admin area alone has no page and no call of the partner area', async () => {
  const { url } = alone
  const status = async (path: string) => (await ask(url, path, { host: publicHost })).status
  equal(await status('/api/admin/me'), 401)
  equal(await status('/admin/login'), 200)
  equal(await status('/healthz'), 200)
  for (const path of [
    '/api/users/me',
    '/api/csrf',
    '/login',
    '/main/profile',
    '/oidc/.well-known/openid-configuration',
  ]) {
    equal(await status(path), 404, path)
  }
})

test('AP-22 a server with the users’ area alone has no page and no call of the admin area', async () => {
  const { url } = await startServer({ SERVE: 'users' })
  for (const path of ['/api/admin/me', '/api/admin/csrf', '/admin', '/admin/login']) {
    equal((await ask(url, path, { host: publicHost })).status, 404, path)
  }
})

test('AP-22 an API on another origin is open to the pages of its own area and to no others', async () => {
  const { url } = await startServer({
    ...admin,
    ADMIN_API_URL: 'http://admin-api.localhost:8080/api',
    USERS_API_URL: 'http://users-api.localhost:8080/api',
  })
  const from = async (path: string, origin: string, method = 'GET') => {
    const host = `${path.startsWith('/api/admin') ? 'admin' : 'users'}-api.localhost:8080`
    return ask(url, path, { host, method, headers: { origin } })
  }
  for (const [path, other] of [
    ['/api/admin/me', 'users-api'],
    ['/api/users/me', 'admin-api'],
  ] as const) {
    equal((await ask(url, path, { host: `${other}.localhost:8080` })).status, 404, path)
  }

  const own = await from('/api/admin/me', `http://${adminHost}`)
  equal(own.headers['access-control-allow-origin'], `http://${adminHost}`)
  equal(own.headers['access-control-allow-credentials'], 'true')
  match(String(own.headers['access-control-expose-headers']), /x-csrf-token, x-next-cursor/)
  const preflight = await from('/api/admin/step-up', `http://${adminHost}`, 'OPTIONS')
  equal(preflight.status, 204)
  match(String(preflight.headers['access-control-allow-headers']), /x-csrf-token/)

  for (const origin of [`http://${publicHost}`, 'https://evil.test', 'null']) {
    const answer = await from('/api/admin/me', origin)
    equal(answer.headers['access-control-allow-origin'], undefined, origin)
  }
  const users = await from('/api/users/me', `http://${publicHost}`)
  equal(users.headers['access-control-allow-origin'], `http://${publicHost}`)
})

test('AP-22 an API at the origin of its pages is open to no other origin', async () => {
  const { url } = alone
  const headers = { origin: 'https://evil.test' }
  const answer = await ask(url, '/api/admin/me', { host: publicHost, headers })
  equal(answer.headers['access-control-allow-origin'], undefined)
})

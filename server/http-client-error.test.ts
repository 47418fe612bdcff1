import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { buildServer } from '../app/server.ts'

// The server listens on a port because these errors occur before a request exists, so `inject` cannot cause them.
const server = await buildServer()
await server.listen({ port: 0, host: '127.0.0.1' })
after(() => server.close())
const { port } = server.server.address() as AddressInfo

/** Sends bytes and reads until the server closes the connection. */
async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map((each) => each.split(/: (.*)/, 2) as [string, string]))
  return { line, headers, body: JSON.parse(body) as { errorCode: number; requestId: string } }
}

test('P6: a URL or header of more than 16 KiB is answered with 431 as problem+json', async () => {
  const large = 'a'.repeat(17 * 1024)
  for (const bytes of [
    `GET /${large} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET /login?redirect=${large} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET /api/users/me HTTP/1.1\r\nHost: localhost\r\nCookie: a=${large}\r\n\r\n`,
  ]) {
    const { line, headers, body } = await send(bytes)
    equal(line, 'HTTP/1.1 431 Request Header Fields Too Large')
    equal(body.errorCode, commonErrors.headersTooLarge)
    match(body.requestId, /^[0-9a-f-]{36}$/)
    equal(headers.get('x-request-id'), body.requestId)
    equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    equal(headers.get('cache-control'), 'no-store')
    equal(headers.get('connection'), 'close')
    equal(headers.get('x-content-type-options'), 'nosniff')
    match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    ok(headers.has('date'))
  }
})

test('P6: bytes that are not HTTP are answered with 400 as problem+json', async () => {
  for (const bytes of ['hello\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n']) {
    const { line, headers, body } = await send(bytes)
    deepEqual([line, body.errorCode], ['HTTP/1.1 400 Bad Request', commonErrors.invalidInput])
    equal(headers.get('x-request-id'), body.requestId)
    equal(headers.get('x-frame-options'), 'DENY')
  }
})

test('X13: a request without exactly one Host header, or of HTTP/0.9 or 2.0, is answered with 400', async () => {
  const rest = 'Connection: close\r\n\r\n'
  for (const bytes of [
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n${rest}`,
    `GET /api/users/me HTTP/1.1\r\nHost: localhost\r\nhOST: evil.test\r\n${rest}`,
    `GET /login HTTP/1.1\r\n${rest}`,
    'GET /healthz\r\n\r\n',
    `GET /healthz HTTP/0.9\r\n${rest}`,
    `GET /healthz HTTP/2.0\r\nHost: localhost\r\n${rest}`,
  ]) {
    const { line, headers, body } = await send(bytes)
    deepEqual(
      [line, body.errorCode],
      ['HTTP/1.1 400 Bad Request', commonErrors.invalidInput],
      bytes,
    )
    equal(headers.get('x-request-id'), body.requestId)
    equal(headers.get('x-frame-options'), 'DENY')
  }
  // HTTP/1.0 has no Host header, and health checks of older proxies use it.
  equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).line, 'HTTP/1.1 200 OK')
})

test('ASVS 4.2.1: a request with an ambiguous end is answered with 400 (request smuggling)', async () => {
  const post = 'POST /api/users/login HTTP/1.1\r\nHost: localhost\r\n'
  for (const bytes of [
    `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}x`,
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: +4\r\n\r\n{}{}`,
    'GET /healthz HTTP/1.1\nHost: localhost\n\n',
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: b\r\n folded\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n',
  ]) {
    const { line, body } = await send(bytes)
    deepEqual(
      [line, body.errorCode],
      ['HTTP/1.1 400 Bad Request', commonErrors.invalidInput],
      JSON.stringify(bytes),
    )
  }
})

test('a request whose headers do not arrive in time is answered with 408 as problem+json', async () => {
  Object.assign(server.server, { headersTimeout: 100, requestTimeout: 200 })
  const { line, headers, body } = await send('GET /login HTTP/1.1\r\nHost: localhost\r\n')
  deepEqual([line, body.errorCode], ['HTTP/1.1 408 Request Timeout', commonErrors.requestTimeout])
  equal(headers.get('x-request-id'), body.requestId)
})

test('P6: an unknown Expect header is ignored', async () => {
  const { line, headers } = await send(
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
  )
  equal(line, 'HTTP/1.1 200 OK')
  match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
})

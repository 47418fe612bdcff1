import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { withLimits } from '#test/limits.ts'
import { startServer } from '#test/servers.ts'
import { until } from '#test/until.ts'
import { sendError } from '../../server/error-response.ts'
import { registerLoadShedding } from '../../server/load-shedding.ts'

const head = (address: string, path = '/oidc/token') =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${address}`,
    'content-type: application/x-www-form-urlencoded',
    'content-length: 200',
    '',
    'a',
  ].join('\r\n')

type Client = { socket: Socket; text: () => string; closed: Promise<unknown> }

async function open(url: string, bytes = '', localAddress = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.on('error', () => undefined)
  after(() => socket.destroy())
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, text: () => text, closed }
}

const openMany = (url: string, many: number, bytesOf: (one: number) => string) =>
  Promise.all(Array.from({ length: many }, (_, one) => open(url, bytesOf(one))))

async function withAnswer(clients: readonly Client[]): Promise<Client[]> {
  await wait(300)
  return clients.filter(({ text }) => text() !== '')
}

test('X1: slow bodies do not block other requests, and are refused after the time limit', async () => {
  const { url } = await startServer({
    SERVE: 'users,sso',
    ...withLimits({ load: { requests: 20, bodySeconds: 3, requestSeconds: 300 } }),
  })
  const slow = await openMany(url, 60, (one) => head(`198.18.46.${one}`))
  const start = Date.now()
  equal((await fetch(`${url}/login`)).status, 200)
  const body = new URLSearchParams({ grant_type: 'none' })
  equal((await fetch(`${url}/oidc/token`, { method: 'POST', body })).status, 400)
  // Beyond 20 requests, the oldest bodies are refused immediately, the others after the timeout.
  await Promise.all(slow.slice(0, 40).map(({ closed }) => closed))
  ok(Date.now() - start < 2_500)
  await until(() => slow.every(({ socket }) => socket.closed))
  for (const { text } of slow) match(text(), /^HTTP\/1.1 408 [^]*"errorCode":408001/)
})

test('X1: an address may send 50 slow bodies and an IPv6 /48 250, without affecting others', async () => {
  const { url } = await startServer({
    SERVE: 'users,sso',
    ...withLimits({ load: { bodySeconds: 60 } }),
  })
  const one = await openMany(url, 55, () => head('198.18.46.1'))
  await until(async () => (await withAnswer(one)).length >= 5)
  const refused = await withAnswer(one)
  equal(refused.length, 5)
  match(refused[0]?.text() ?? '', /^HTTP\/1.1 408 [^]*connection: close/i)
  const many = await openMany(url, 260, (each) => head(`2001:db8:46:${each}::1`))
  await until(async () => (await withAnswer(many)).length >= 10)
  equal((await withAnswer(many)).length, 10)
  const body = new URLSearchParams({ grant_type: 'none' })
  const headers = { 'x-forwarded-for': '198.18.46.2' }
  equal((await fetch(`${url}/oidc/token`, { method: 'POST', body, headers })).status, 400)
  for (const { socket } of one) socket.destroy()
  const again = await open(url, head('198.18.46.1'))
  await wait(700)
  equal(again.text(), '')
})

test('X1: a connection beyond the limit of its address is closed unless it comes from a trusted proxy', async () => {
  const { url } = await startServer(withLimits({ load: { connectionsPerAddress: 5 } }))
  const clients = []
  for (let one = 0; one < 8; one += 1) clients.push(await open(url, '', '127.0.0.46'))
  await Promise.all(clients.slice(5).map(({ closed }) => closed))
  deepEqual(
    clients.map(({ socket }) => socket.closed),
    [...Array<boolean>(5).fill(false), ...Array<boolean>(3).fill(true)],
  )
  const ofProxy = await Promise.all(Array.from({ length: 10 }, () => open(url)))
  const other = await open(url, 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n', '127.0.0.47')
  await until(async () => other.text().startsWith('HTTP/1.1 200'))
  equal(
    ofProxy.some(({ socket }) => socket.closed),
    false,
  )
})

test('X1: at half of the maximum load, an address with more than a tenth of all requests is refused', async () => {
  const server = Fastify({ trustProxy: true })
  server.setErrorHandler(sendError)
  registerLoadShedding(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.get('/slow', () => promise.then(() => 'done'))
  // So that a request which is wrongly accepted is answered late instead of never.
  setTimeout(resolve, 30_000).unref()
  // Async, because the request that inject returns starts only when it is awaited.
  const ask = async (address: string) =>
    await server.inject({ url: '/slow', headers: { 'x-forwarded-for': address } })
  const greedy = Array.from({ length: 500 }, () => ask('198.18.46.1'))
  const late = await ask('198.18.46.1')
  deepEqual([late.statusCode, late.headers['retry-after']], [503, '2'])
  const others = Array.from({ length: 100 }, () => ask('198.18.46.2'))
  equal((await ask('198.18.46.2')).statusCode, 503)
  const office = Array.from({ length: 300 }, (_, one) => ask(`198.18.47.${one % 10}`))
  resolve()
  for (const answer of await Promise.all([...greedy, ...others, ...office]))
    equal(answer.statusCode, 200)
  equal((await ask('198.18.46.1')).statusCode, 200)
})

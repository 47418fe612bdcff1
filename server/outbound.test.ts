import { deepEqual, doesNotReject, equal, rejects, throws } from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { networkList } from './network-list.ts'
import { callOutside, isAllowedAddress, isCallable, Unreachable } from './outbound.ts'

const requests: string[] = []
let connections = 0
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.host}`)
  if (request.url === '/elsewhere') response.writeHead(302, { location: '/keys' })
  if (request.url === '/large') response.write('x'.repeat(70_000))
  if (request.url === '/silent') return
  response.end('{}')
}).listen(0, '127.0.0.1')
server.on('connection', () => (connections += 1))
await new Promise((resolve) => server.once('listening', resolve))
after(() => server.close().closeAllConnections())
const { port } = server.address() as AddressInfo
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`
const resolvesTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const production = { isProduction: true, allow: networkList([]) }

test('X18: production allows no loopback, private, link-local or other special-purpose address', () => {
  for (const address of [
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0.0.0.0',
    '0.1.2.3',
    '::',

    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fc00::1',
    '169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    '224.0.0.1',
    '255.255.255.255',

    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0.0.0.0',

    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::',
    '64:ff9b:1::7f00:1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'ff02::1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.0.0.8',
    '192.88.99.1',

    '::1.1.1.1',
    '::101:101',
    '64:ff9b:1::101:101',
    '4000::1',
    '5f00::1',
    'fec0::1%eth0.100-a',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2620:4f:8000::1',
  ]) {
    equal(isAllowedAddress(address, production), false, address)
  }
  // The library would read most of these as public IPv4 addresses.
  for (const text of ['', '01.1.1.1', '0x1.1.1.1', '1.1', '16843009', '1.1.1.1/32', 'example.com'])
    throws(() => isAllowedAddress(text, production), text)
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.169.0.1',
    '9.255.255.255',
    '11.0.0.0',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ]) {
    equal(isAllowedAddress(address, production), true, address)
  }
})

test('X18: OUTBOUND_ALLOW allows its private networks, but never loopback or link-local addresses', () => {
  const allow = networkList([
    '10.20.0.0/16',
    'fd00:1::/32',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '::/0',
    '192.168.7.7',
  ])
  const isAllowed = (address: string) => isAllowedAddress(address, { isProduction: true, allow })
  deepEqual(['10.20.3.4', '::ffff:10.20.3.4', 'fd00:1::9', '192.168.7.7'].map(isAllowed), [
    true,
    true,
    true,
    true,
  ])
  const rest = ['127.0.0.1', '169.254.169.254', 'fe80::1', '::1', '0.0.0.0', '64:ff9b::7f00:1']
  equal(rest.some(isAllowed), false)
  const narrow = networkList(['10.20.0.0/16'])
  equal(isAllowedAddress('10.21.0.1', { isProduction: true, allow: narrow }), false)
})

test('X18: outside of production, loopback is allowed, but private networks are not', () => {
  const demo = { isProduction: false, allow: networkList([]) }
  equal(isAllowedAddress('127.0.0.1', demo), true)
  equal(isAllowedAddress('::1', demo), true)
  equal(isAllowedAddress('10.0.0.1', demo), false)
  equal(isAllowedAddress('169.254.169.254', demo), false)
})

test('3Z12: an address is registered by the rule of its calls, and a name without an address is no error', async () => {
  const at = (address: string, options: Parameters<typeof isCallable>[1] = {}) =>
    isCallable(address, { isProduction: true, resolve: resolvesTo('1.1.1.1'), ...options })
  for (const inner of [
    'https://localhost./',
    'https://localhost/',
    'https://shop.localhost./',
    'http://127.0.0.1:9000/',
    'https://[::1]/',
    'https://10.0.0.8/logout',
    'https://169.254.169.254/',
    'https://hub.example:0/',
    'http://hub.example/',
  ])
    equal(await at(inner), false, inner)
  equal(await at('https://hub.example/'), true)
  equal(await at('https://hub.example/', { resolve: resolvesTo('1.1.1.1', '10.0.0.8') }), false)
  const unknown = { resolve: () => Promise.reject(new Error('ENOTFOUND')) }
  equal(await at('https://hub.example/', unknown), true)
  equal(await at('https://hub.example/', { resolve: () => new Promise(() => undefined) }), true)
  const demo = { isProduction: false }
  equal(await at('http://localhost:9000/', demo), true)
  equal(await at('http://127.0.0.1:0/', demo), false)
  equal(await at('https://10.0.0.8/', demo), false)
  await rejects(callOutside('http://127.0.0.1:0/'), Unreachable)
})

test('X18: a host name is resolved once, and only the checked address is called', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let lookups = 0
  const resolve = async () => resolvesTo(...(answers[lookups++] ?? []))()
  const call = callOutside(at('/keys', 'keys.platform.example'), { resolve })
  await doesNotReject(call)
  equal((await call).status, 200)
  equal(lookups, 1)
  equal(requests.at(-1), `GET /keys keys.platform.example:${port}`)
})

test('X18: every failure throws the same error, and a forbidden address is not connected to', async () => {
  const before = connections
  const cases: [string, Parameters<typeof callOutside>[1]][] = [
    [at('/keys', 'both.example'), { resolve: resolvesTo('127.0.0.1', '10.0.0.1') }],
    [`https://both.example:${port}/`, { resolve: resolvesTo('127.0.0.1', '10.0.0.1') }],
    [at('/keys', 'mapped.example'), { resolve: resolvesTo('::ffff:169.254.169.254') }],
    [at('/keys', 'nat64.example'), { resolve: resolvesTo('64:ff9b::a00:1') }],
    [at('/keys', 'none.example'), { resolve: resolvesTo() }],
    [at('/keys', 'plain.example'), { resolve: resolvesTo('1.1.1.1') }],
    [at('/keys', '0.0.0.0'), {}],
    [at('/keys', '[::ffff:10.0.0.1]'), {}],
    [at('/keys', 'user:secret@127.0.0.1'), {}],
    ['http://10.0.0.1/', {}],
    ['https://169.254.169.254/latest/meta-data', {}],
    ['https://0xa9fea9fe/', {}],
    ['https://0251.0376.0251.0376/', {}],
    [`https://octal.example:${port}/`, { resolve: resolvesTo('0177.0.0.1') }],
    ['ftp://127.0.0.1/', {}],
    ['file:///etc/passwd', {}],
    ['nothing', {}],
  ]
  for (const [address, options] of cases)
    await rejects(callOutside(address, options), sameError, address)
  equal(connections, before)
  await rejects(callOutside(at('/large')), sameError)
  await rejects(callOutside(at('/silent'), { timeoutMs: 200 }), sameError)
  await rejects(
    callOutside(at('/keys', 'slow.example'), { timeoutMs: 200, resolve: neverResolves }),
    sameError,
  )
  await rejects(callOutside('http://127.0.0.1:1/'), sameError)
})

const neverResolves = () => new Promise<never>(() => {})

function sameError(error: unknown): boolean {
  equal(String(error), 'Unreachable: a registered address could not be called')
  return error instanceof Unreachable && error.cause === undefined
}

test('X18: redirects are not followed', async () => {
  const before = requests.length
  equal((await callOutside(at('/elsewhere'))).status, 302)
  equal(requests.length, before + 1)
})

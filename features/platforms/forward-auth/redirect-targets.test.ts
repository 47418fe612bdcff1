import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { addNetwork } from '#test/people.ts'

import { enterProxied, newProxied, pairOf, portal, verify, walk } from '#test/proxied.ts'

const [orders, invoices] = [await newProxied(), await newProxied()]

test('RT-29 redirects lead only to the platform’s own origin', async () => {
  const pair = await pairOf('203.0.113.30', orders, invoices)
  const { host } = new URL(orders.origin)
  for (const trick of [
    '',
    '/',
    '//evil.test/',
    String.raw`\\${host}`,
    'https://evil.test/',
    `http://${host}@evil.test/`,
    `http://user@${host}/`,
    `http://user:pass@${host}/`,
    `http://${host}:81/`,
    `https://${host}/`,
    `http://sub.${host}/`,
    `http://${host}.evil.test/`,
    `http://${host}%2eevil.test/`,
    `http://${host}。evil.test/`,
    `http://evil.test/#http://${host}/`,
    `http://evil.test\\@${host}/`.replace('\\', '\\\\'),
    'javascript:alert(1)',
    `javascript://${host}/%0aalert(1)`,
    `data:text/html,http://${host}/`,
    `blob:http://${host}/`,
    encodeURIComponent(`http://${host}/`),
    invoices.origin,
    `${orders.origin}/.portico/start`,
    `${orders.origin}/%2eportico/callback`,
    `${orders.origin}/x/../.Portico/start`,
    `${orders.origin}/${'x'.repeat(4096)}`,
  ]) {
    const state = 'A'.repeat(43)
    const search = new URLSearchParams({ subsystem: orders.id, rd: trick, state })
    const answer = await pair.portal.fetch(`/forward-auth/start?${search}`)
    deepEqual([answer.status, answer.headers.get('location')], [400, null], trick)
  }
})

test('RT-29 an address is normalized like in a browser', async () => {
  const pair = await pairOf('203.0.113.31', orders)
  const { host } = new URL(orders.origin)
  for (const [address, expected] of [
    [`HTTP://${host.toUpperCase()}:80/a`, '/a'],
    [`http://${host.replace('.', '。')}/a`, '/a'],
    [`http:/${host}/a`, '/a'],
    [`http://${host}//evil.test/`, '//evil.test/'],
    [`http://${host}/a?next=https://evil.test`, '/a?next=https://evil.test'],
    [`http://${host}\n/a\t`, '/a'],
  ] as const) {
    const search = new URLSearchParams({ subsystem: orders.id, rd: address })
    const { url } = await walk(pair, orders, `${portal}/forward-auth/start?${search}`)
    equal(url.href, orders.origin + expected, address)
  }
})

test('no link is built from a Host or Forwarded header', async () => {
  const { inject } = await bindServer()
  const forged = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'ftp',
    'x-forwarded-port': '666',
    'x-forwarded-prefix': '//evil.test',
    'x-original-url': 'https://evil.test/',
    'x-rewrite-url': 'https://evil.test/',
    forwarded: 'host=evil.test;proto=ftp',
    'x-forwarded-method': 'GET',
    'sec-fetch-mode': 'navigate',
  }
  for (const path of [
    '@evil.test/',
    '//evil.test/',
    'https://evil.test/',
    String.raw`/\evil.test`,
  ]) {
    const headers = { ...forged, 'x-forwarded-uri': path }
    const search = new URLSearchParams({ subsystem: orders.id, rd: `${orders.origin}/a` })
    for (const url of [
      `/forward-auth/verify?subsystem=${orders.id}`,
      `/forward-auth/start?${search}`,
      `/.portico/start?${search}`,
      '/.portico/callback?code=x',
    ]) {
      const { location = '' } = (await inject({ url, headers })).headers
      const { origin } = new URL(location, portal)
      equal([portal, orders.origin].includes(origin), true, `${url} leads to ${location}`)
    }
  }
})

test('PE-06 X-Forwarded-For is used only from a trusted proxy', async () => {
  const { ada, ...pair } = await pairOf('10.1.2.3', orders)
  await addNetwork(ada, '10.0.0.0/8')
  await enterProxied(pair, orders)
  equal((await verify(pair.there, orders)).status, 200)
  const { inject } = await bindServer()
  const [cookie] = [...pair.there.cookies].filter(([name]) => name === 'portico-entry')
  const direct = await inject({
    url: `/forward-auth/verify?subsystem=${orders.id}`,
    headers: { cookie: cookie?.join('=') ?? '', 'x-forwarded-for': '10.1.2.3' },
    remoteAddress: '203.0.113.66',
  })
  notEqual(direct.statusCode, 200)
})

async function bindServer() {
  const app = await theServer()
  return { inject: app.inject.bind(app) }
}

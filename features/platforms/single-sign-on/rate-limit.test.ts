// own process: counts all stored requests
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows } from '#server/db.ts'
import { visitor } from '#test/people.ts'
import {
  buildAuthorizationRequest,
  follow,
  newPlatform,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { freePort } from '#test/free-port.ts'
import { backdate, now, updateRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'

const few = {
  SERVE: 'sso',
  LIMIT_SIGN_ONS: '5',
  LIMIT_NETWORK_FACTOR: '2',
  LIMIT_SIGN_ONS_PER_CLIENT: '25',
}
const metricsPorts = [await freePort(), await freePort()]
const started = metricsPorts.map((port) => startServer({ ...few, METRICS_PORT: String(port) }))
const servers = (await Promise.all(started)).map(({ url }) => url)

test('of 40 concurrent requests from one address to two servers, only the allowed number is stored (LI-05)', async () => {
  const hub = await newPlatform()
  const answers = await atOnce(40, (_, one) => begin(hub, one, '198.18.77.1'))

  deepEqual(tally(answers), { 303: 5, 429: 35 })
  equal(await countRecords(), 5)
  const refused = answers.find(({ status }) => status === 429)
  ok(Number(refused?.headers.get('retry-after')) > 500)
  equal(refused?.headers.get('location'), null)
  match((await refused?.text()) ?? '', /Wait a few minutes/)
  equal((await begin(hub, 0, '198.18.77.2')).status, 303)
  deepEqual(await blocksOf('198.18.77.1'), [{ limit: 'signOns', minutes: 10 }])
})

test('after Retry-After a new request is accepted', async () => {
  const hub = await newPlatform()
  await atOnce(10, (_, one) => begin(hub, one, '198.18.77.3'))
  await updateRows('rate_limits', { key: '198.18.77.3' }, { blockedUntil: now })

  equal((await begin(hub, 0, '198.18.77.3')).status, 303)
})

test('of 40 concurrent pushed requests of a public client, only the allowed number is stored; an authenticated client is not limited by address (LI-05)', async () => {
  const app = await newPlatform({ clientSecret: null })
  const before = await countRecords()
  const answers = await atOnce(40, (_, one) => push(app, one, '198.18.77.4'))

  deepEqual(tally(answers), { 201: 5, 429: 35 })
  equal((await countRecords()) - before, 5)
  const refused = answers.find(({ status }) => status === 429)
  equal(((await refused?.json()) as { error: string }).error, 'temporarily_unavailable')
  ok(Number(refused?.headers.get('retry-after')) > 500)

  const secret = 'a-secret-of-its-own'
  const hub = await newPlatform({ clientSecret: secret })
  const proven = await atOnce(20, (_, one) => push(hub, one, '198.18.77.4', secret))
  deepEqual(tally(proven), { 201: 20 })
})

test('C7: pushed requests of an authenticated client are limited per client, from any address', async () => {
  const secret = 'a-secret-of-its-own'
  const hub = await newPlatform({ clientSecret: secret })
  const answers = await atOnce(40, (_, one) => push(hub, one, `198.18.78.${one}`, secret))
  deepEqual(tally(answers), { 201: 25, 429: 15 })
  const other = await newPlatform({ clientSecret: secret })
  equal((await push(other, 0, '198.18.78.1', secret)).status, 201)
})

test('C7: an IPv6 /64 has the limit of an address, and a /48 one of its own', async () => {
  const hub = await newPlatform()
  const inOne = await atOnce(10, (_, one) => begin(hub, one, `2001:db8:77:1::${one}`))
  deepEqual(tally(inOne), { 303: 5, 429: 5 })
  const inMany = await atOnce(12, (_, one) => begin(hub, one, `2001:db8:77:a${one}::1`))
  deepEqual(tally(inMany), { 303: 5, 429: 7 })
  equal((await begin(hub, 0, '2001:db8:78::1')).status, 303)
  const limits = await rows<{ limit: string }>(db)`
    select data ->> 'limit' as limit from audit_log
    where action = 'address_blocked' and ip_address like '2001:db8:77:%' order by id`
  deepEqual(
    limits.map(({ limit }) => limit),
    ['signOns', 'signOns'],
  )
})

test('C7: logouts and forms of strangers, which store a row too, are limited as well', async () => {
  const path = '/oidc/session/end'
  const ask = (address: string) => (_: unknown, one: number) => send(one, path, { address })
  const before = await countRecords()
  const asked = await atOnce(20, ask('198.18.77.8'))
  deepEqual(tally(asked), { 200: 5, 429: 15 })
  const refused = asked.find(({ status }) => status === 429)
  ok(Number(refused?.headers.get('retry-after')) > 500)
  match((await refused?.text()) ?? '', /Wait a few minutes/)

  const posted = await atOnce(20, (_, one) =>
    send(one, path, { address: '198.18.77.9', form: 'a=b' }),
  )
  deepEqual(tally(posted), { 303: 5, 429: 15 })
  const last = posted.find(({ status }) => status === 429)
  ok(Number(last?.headers.get('retry-after')) > 500)
  match((await last?.text()) ?? '', /Wait a few minutes/)
  equal((await countRecords()) - before, 10)
})

test('C7: of 500 concurrent requests without a session one runs at a time, a number waits, and the others get 503 with Retry-After', async () => {
  const hub = await newPlatform()
  const before = await countShed()
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, one) =>
      begin(hub, 0, `198.18.${80 + (one >> 8)}.${one & 255}`),
    ),
  )
  const shed = answers.filter(({ status }) => status === 503)
  ok(shed.length > 0)
  equal(shed[0]?.headers.get('retry-after'), '2')
  equal((await countShed()) - before, shed.length)
  equal(answers.filter(({ status }) => status === 303).length, 500 - shed.length)
  equal((await begin(hub, 0, '198.18.82.1')).status, 303)
})

test('C7: 500 concurrent requests from one address leave places to others', async () => {
  const hub = await newPlatform()
  const flood = atOnce(500, () => begin(hub, 0, '198.18.84.1'))
  const others = await atOnce(10, (_, one) => begin(hub, 0, `198.18.84.${10 + one}`))
  deepEqual(tally(others), { 303: 10 })
  ok((tally(await flood)[503] ?? 0) > 0)
})

test('C7: a request lives for ten minutes, and for an hour once a browser has brought it to the login', async () => {
  const hub = await newPlatform()
  const { browser: loggedIn } = await visitorOf(hub)
  const browser = await visitor()
  const request = await buildAuthorizationRequest(hub)
  const { url } = await follow(browser, request.url)
  const back = url.searchParams.get('redirect') ?? ''
  const alone = await visitor()
  const forgotten = (await alone.fetch(request.url.href)).headers.get('location') ?? ''

  await backdate('oidc_records', {}, { expiresAt: '10 minutes' })

  const late = await alone.fetch(forgotten)
  equal(late.status, 400)
  match(await late.text(), /The login was interrupted/)
  for (const cookie of loggedIn.cookies) browser.cookies.set(...cookie)
  const { url: callback } = await follow(browser, back)
  equal(callback.origin + callback.pathname, hub.callback)
  await backdate('oidc_records', {}, { expiresAt: '50 minutes' })
  equal((await browser.fetch(back)).status, 400)
})

function atOnce(many: number, call: (_: unknown, one: number) => Promise<Response>) {
  return Promise.all(Array.from({ length: many }, call))
}

function send(one: number, path: string, { address, form }: { address: string; form?: string }) {
  const headers = {
    'x-forwarded-for': address,
    accept: 'text/html',
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const body = form === undefined ? {} : { method: 'POST', body: form }
  return fetch(at(one) + path, { headers, redirect: 'manual', ...body })
}

async function begin(hub: Platform, one: number, address: string): Promise<Response> {
  const { pathname, search } = (await buildAuthorizationRequest(hub)).url
  const headers = { 'x-forwarded-for': address, accept: 'text/html' }
  return fetch(at(one) + pathname + search, { headers, redirect: 'manual' })
}

async function push(
  hub: Platform,
  one: number,
  address: string,
  ...secret: string[]
): Promise<Response> {
  const asked = (await buildAuthorizationRequest(hub)).url.searchParams
  for (const each of secret) asked.set('client_secret', each)
  const headers = { 'x-forwarded-for': address }
  return fetch(`${at(one)}/oidc/request`, { method: 'POST', headers, body: asked })
}

/** Sign-ons that both servers have counted as shed. */
async function countShed(): Promise<number> {
  let sum = 0
  for (const port of metricsPorts) {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
    sum += Number(/^portico_requests_shed_total\{why="sign-ons"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  return sum
}

function at(one: number): string {
  return servers[one % servers.length] ?? ''
}

function tally(answers: readonly Response[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1
  return found
}

async function countRecords(): Promise<number> {
  return (await rows(db)`select id from oidc_records`).length
}

async function blocksOf(address: string): Promise<unknown[]> {
  const found = await rows<{ data: unknown }>(db)`
    select data from audit_log where action = 'address_blocked' and ip_address = ${address}`
  return found.map(({ data }) => data)
}

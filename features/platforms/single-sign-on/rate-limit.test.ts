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

const few = { SERVE: 'sso', LIMIT_SIGN_ONS: '5' }
const secret = 'a-secret-of-its-own'
const metricsPorts = [await freePort(), await freePort()]
const started = metricsPorts.map((port) => startServer({ ...few, METRICS_PORT: String(port) }))
const servers = (await Promise.all(started)).map(({ url }) => url)

test('LI-05 of 40 concurrent requests from one address to two servers only the allowed number is stored', async () => {
  const hub = await newPlatform()
  const answers = await concurrently(40, (_, index) => begin(hub, index, '198.18.77.1'))

  deepEqual(tally(answers), { 303: 5, 429: 35 })
  equal(await countRecords(), 5)
  const limited = answers.find(({ status }) => status === 429)
  ok(Number(limited?.headers.get('retry-after')) > 500)
  equal(limited?.headers.get('location'), null)
  match((await limited?.text()) ?? '', /Wait a few minutes/)
  equal((await begin(hub, 0, '198.18.77.2')).status, 303)
  deepEqual(await blocksOf('198.18.77.1'), [{ limit: 'signOns', minutes: 10 }])
})

test('a new request is accepted after Retry-After', async () => {
  const hub = await newPlatform()
  await concurrently(10, (_, index) => begin(hub, index, '198.18.77.3'))
  await updateRows('rate_limits', { key: '198.18.77.3' }, { blockedUntil: now })

  equal((await begin(hub, 0, '198.18.77.3')).status, 303)
})

test('LI-05 of 40 concurrent pushed requests of a public client only the allowed number is stored; an authenticated client is not limited by address', async () => {
  const app = await newPlatform({ clientSecret: null })
  const before = await countRecords()
  const answers = await concurrently(40, (_, index) => push(app, index, '198.18.77.4'))

  deepEqual(tally(answers), { 201: 5, 429: 35 })
  equal((await countRecords()) - before, 5)
  const limited = answers.find(({ status }) => status === 429)
  equal(((await limited?.json()) as { error: string }).error, 'temporarily_unavailable')
  ok(Number(limited?.headers.get('retry-after')) > 500)

  const hub = await newPlatform({ clientSecret: secret })
  const authenticated = await concurrently(20, (_, index) =>
    push(hub, index, '198.18.77.4', secret),
  )
  deepEqual(tally(authenticated), { 201: 20 })
})

test('3S19: pushed requests of an authenticated client are not counted, so no number of logins closes a platform', async () => {
  const hub = await newPlatform({ clientSecret: secret })
  const answers = await concurrently(100, (_, index) => push(hub, index, '198.18.78.1', secret))
  deepEqual(tally(answers), { 201: 100 })
  deepEqual(
    await rows(db)`select name from rate_limits where key in (${hub.id}, '198.18.78.1')`,
    [],
  )
})

test('3S19: a guess at the secret of a client stores nothing, however often', async () => {
  const hub = await newPlatform({ clientSecret: secret })
  const before = await countRecords()
  const answers = await concurrently(40, (_, index) => push(hub, index, '198.18.78.2', 'a guess'))
  deepEqual(tally(answers), { 401: 40 })
  equal(await countRecords(), before)
})

test('3S19: pushed requests of a client are accepted beside 500 requests of strangers', async () => {
  const hub = await newPlatform({ clientSecret: secret })
  const flood = Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      begin(hub, 0, `198.19.${80 + (index >> 8)}.${index & 255}`),
    ),
  )
  const pushed = await concurrently(10, () => push(hub, 0, '198.18.78.3', secret))
  deepEqual(tally(pushed), { 201: 10 })
  ok((tally(await flood)[503] ?? 0) > 0)
})

test('C7: an IPv6 /64 has the limit of a single address, and a /48 a separate limit', async () => {
  const hub = await newPlatform()
  const answersOf64 = await concurrently(10, (_, index) =>
    begin(hub, index, `2001:db8:77:1::${index}`),
  )
  deepEqual(tally(answersOf64), { 303: 5, 429: 5 })
  const answersOf48 = await concurrently(27, (_, index) =>
    begin(hub, index, `2001:db8:77:a${index}::1`),
  )
  deepEqual(tally(answersOf48), { 303: 20, 429: 7 })
  equal((await begin(hub, 0, '2001:db8:78::1')).status, 303)
  const limits = await rows<{ limit: string }>(db)`
    select data ->> 'limit' as limit from audit_log
    where action = 'address_blocked' and ip_address like '2001:db8:77:%' order by id`
  deepEqual(
    limits.map(({ limit }) => limit),
    ['signOns', 'signOns'],
  )
})

test('C7: logouts and posted forms without a session, which also store a row, are limited as well', async () => {
  const path = '/oidc/session/end'
  const ask = (address: string) => (_: unknown, index: number) => send(index, path, { address })
  const before = await countRecords()
  const logouts = await concurrently(20, ask('198.18.77.8'))
  deepEqual(tally(logouts), { 200: 5, 429: 15 })
  const limitedLogout = logouts.find(({ status }) => status === 429)
  ok(Number(limitedLogout?.headers.get('retry-after')) > 500)
  match((await limitedLogout?.text()) ?? '', /Wait a few minutes/)

  const posts = await concurrently(20, (_, index) =>
    send(index, path, { address: '198.18.77.9', form: 'a=b' }),
  )
  deepEqual(tally(posts), { 303: 5, 429: 15 })
  const limitedPost = posts.find(({ status }) => status === 429)
  ok(Number(limitedPost?.headers.get('retry-after')) > 500)
  match((await limitedPost?.text()) ?? '', /Wait a few minutes/)
  equal((await countRecords()) - before, 10)
})

test('C7: of 500 concurrent requests without a session one runs at a time, a limited number waits, and the rest get 503 with Retry-After', async () => {
  const hub = await newPlatform()
  const before = await countShed()
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      begin(hub, 0, `198.18.${80 + (index >> 8)}.${index & 255}`),
    ),
  )
  const shed = answers.filter(({ status }) => status === 503)
  ok(shed.length > 0)
  equal(shed[0]?.headers.get('retry-after'), '2')
  equal((await countShed()) - before, shed.length)
  equal(answers.filter(({ status }) => status === 303).length, 500 - shed.length)
  equal((await begin(hub, 0, '198.18.82.1')).status, 303)
})

test('C7: 500 concurrent requests from one address do not block requests from other addresses', async () => {
  const hub = await newPlatform()
  const flood = concurrently(500, () => begin(hub, 0, '198.18.84.1'))
  const others = await concurrently(10, (_, index) => begin(hub, 0, `198.18.84.${10 + index}`))
  deepEqual(tally(others), { 303: 10 })
  ok((tally(await flood)[503] ?? 0) > 0)
})

test('C7: a request expires after ten minutes, or after an hour if a browser has opened its login page', async () => {
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

function concurrently(count: number, call: (_: unknown, index: number) => Promise<Response>) {
  return Promise.all(Array.from({ length: count }, call))
}

function send(index: number, path: string, { address, form }: { address: string; form?: string }) {
  const headers = {
    'x-forwarded-for': address,
    accept: 'text/html',
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const body = form === undefined ? {} : { method: 'POST', body: form }
  return fetch(at(index) + path, { headers, redirect: 'manual', ...body })
}

async function begin(hub: Platform, index: number, address: string): Promise<Response> {
  const { pathname, search } = (await buildAuthorizationRequest(hub)).url
  const headers = { 'x-forwarded-for': address, accept: 'text/html' }
  return fetch(at(index) + pathname + search, { headers, redirect: 'manual' })
}

async function push(
  hub: Platform,
  index: number,
  address: string,
  ...secret: string[]
): Promise<Response> {
  const parameters = (await buildAuthorizationRequest(hub)).url.searchParams
  for (const each of secret) parameters.set('client_secret', each)
  const headers = { 'x-forwarded-for': address }
  return fetch(`${at(index)}/oidc/request`, { method: 'POST', headers, body: parameters })
}

/** Returns the number of sign-ons that both servers have counted as shed. */
async function countShed(): Promise<number> {
  let sum = 0
  for (const port of metricsPorts) {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
    sum += Number(/^portico_requests_shed_total\{why="sign-ons"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  return sum
}

function at(index: number): string {
  return servers[index % servers.length] ?? ''
}

function tally(answers: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function countRecords(): Promise<number> {
  return (await rows(db)`select id from oidc_records`).length
}

async function blocksOf(address: string): Promise<unknown[]> {
  const entries = await rows<{ data: unknown }>(db)`
    select data from audit_log where action = 'address_blocked' and ip_address = ${address}`
  return entries.map(({ data }) => data)
}

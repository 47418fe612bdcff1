import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows } from '#server/db.ts'
import { buildAuthorizationRequest, newPlatform, type Platform } from '#test/platform.ts'
import { startServer } from '#test/servers.ts'

const few = { SERVE: 'sso', LIMIT_SIGN_ONS: '5' }
const servers = (await Promise.all([startServer(few), startServer(few)])).map(({ url }) => url)

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
  await db.query(`update rate_limits set blocked_until = now() where key = '198.18.77.3'`)

  equal((await begin(hub, 0, '198.18.77.3')).status, 303)
})

test('of 40 concurrent pushed requests of a public client, only the allowed number is stored; authenticated clients are not limited (LI-05)', async () => {
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

function atOnce(many: number, call: (_: unknown, one: number) => Promise<Response>) {
  return Promise.all(Array.from({ length: many }, call))
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

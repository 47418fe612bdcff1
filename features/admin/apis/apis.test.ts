import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, logInAdmin, refusedWith } from '#test/people.ts'
import { discover } from '#test/platform-client.ts'
import { newPlatform } from '#test/platform.ts'
import { platformCommand } from '../platforms/command.ts'
import { apiCommand } from './command.ts'
import * as contract from './contract.ts'
import { listApis } from './list-contract.ts'

const admin = await addAdmin({ roles: ['super_admin'], firstname: 'Grace', lastname: 'Hopper' })
const { call } = await logInAdmin(admin)

let count = 0

function newFacts(facts: Partial<Body<typeof contract.addApi>> = {}) {
  count += 1
  return {
    id: `https://api.example/${count}`,
    name: `API ${count}`,
    scopes: ['orders.read'],
    format: 'opaque' as const,
    active: true,
    ...facts,
  }
}

function add(facts: Partial<Body<typeof contract.addApi>>) {
  return call(contract.addApi, { body: newFacts(facts) })
}

/** Returns field and rule of the first fault of a refused call. */
async function faultOf(call: Promise<unknown>): Promise<(string | undefined)[]> {
  let fault: Fault | undefined
  await rejects(call, (error) => {
    ok(error instanceof Refusal, String(error))
    fault = error.faults[0]
    return true
  })
  return [fault?.field, fault?.rule]
}

async function canIntrospect(clientId: string, secret: string): Promise<boolean> {
  const config = await discover(clientId, client.ClientSecretBasic(secret))
  return client.tokenIntrospection(config, 'nothing').then(
    () => true,
    () => false,
  )
}

test('P24: an added API authenticates by its secret, which no later response contains', async () => {
  const body = newFacts()
  const added = await call(contract.addApi, { body })
  const { clientId, clientSecret } = added
  match(clientId, /^api-[0-9a-f]{32}$/)
  equal(await canIntrospect(clientId, clientSecret), true)
  equal(await canIntrospect(clientId, 'wrong'), false)
  const listed = await call(listApis, {})
  const single = await call(contract.getApi, { params: { clientId } })
  ok(listed.some(({ id }) => id === body.id))
  for (const answer of [listed, single])
    equal(/secret_?hash|"clientSecret"/i.test(JSON.stringify(answer)), false)
  const [{ action, data } = {}] = await auditOf(body.id)
  equal(action, 'api_added')
  deepEqual((data as { after: { scopes: string[] } }).after.scopes, ['orders.read'])
})

test('P24: an identifier must be a unique absolute URI without fragment; scopes must not be those of a login', async () => {
  const { id } = await add({ id: 'urn:example:orders' })
  deepEqual(await faultOf(add({ id })), ['id', 'idTaken'])
  for (const wrong of [
    'orders',
    'https://api.example/#a',
    'https://a:b@api.example',
    'urn:portico:x',
  ])
    deepEqual(await faultOf(add({ id: wrong })), ['id', 'invalidApi'], wrong)
  deepEqual(await faultOf(add({ scopes: [] })), ['scopes', 'required'])
  for (const [scope, rule] of [
    ['two words', 'invalidScope'],
    ['openid', 'reservedScope'],
    ['admin:users', 'reservedScope'],
  ])
    equal((await faultOf(add({ scopes: [scope ?? ''] })))[1], rule)
})

test('P24: a change requires the latest version, and the audit log records the previous values', async () => {
  const { clientId, etag, id, ...facts } = await call(contract.addApi, { body: newFacts() })
  const { scopes, format, active } = facts
  const [params, headers] = [{ clientId }, { 'if-match': etag }]
  const body = { name: 'Renamed', scopes: [...scopes, 'orders.write'], format, active }
  const changed = await call(contract.changeApi, { params, headers, body })
  deepEqual([changed.name, changed.scopes.length, changed.id], ['Renamed', 2, id])
  await refusedWith(
    errorCodes.changedMeanwhile,
    call(contract.changeApi, { params, headers, body }),
  )
  const { action, data } = (await auditOf(id)).at(-1) ?? {}
  equal(action, 'api_changed')
  deepEqual((data as { before: object }).before, { name: facts.name, scopes, format, active })
  const unknown = { params: { clientId: "api-' or true" } }
  await refusedWith(errorCodes.notFound, call(contract.getApi, unknown))
})

test('P24: a replaced secret stays valid beside the new one for the grace period', async () => {
  const { clientId, clientSecret, etag } = await call(contract.addApi, { body: newFacts() })
  const replace = (from: string, graceHours: number) =>
    call(contract.replaceApiSecret, {
      params: { clientId },
      headers: { 'if-match': from },
      body: { graceHours },
    })
  const next = await replace(etag, 1)
  notEqual(next.clientSecret, clientSecret)
  ok(next.oldSecretUntil)
  equal(await canIntrospect(clientId, clientSecret), true)
  equal(await canIntrospect(clientId, next.clientSecret), true)
  const last = await replace(next.etag, 0)
  equal(last.oldSecretUntil, null)
  equal(await canIntrospect(clientId, next.clientSecret), false)
  equal(await canIntrospect(clientId, last.clientSecret), true)
  await refusedWith(errorCodes.changedMeanwhile, replace(etag, 0))
})

test('P24: the command registers an API, allows it for a platform, replaces its secret and deactivates it', async () => {
  const id = 'https://command.example/orders?of=a'
  const own = ['--id', id]
  const lines = await apiCommand([
    'add',
    ...own,
    '--name',
    'Orders',
    '--scope',
    'orders.read',
    '--scope',
    'orders.write',
  ])
  const [, clientId = ''] = /client_id {6}(\S+)/.exec(lines.join('\n')) ?? []
  const [, secret = ''] = /client_secret {2}(\S+)/.exec(lines.join('\n')) ?? []
  equal(await canIntrospect(clientId, secret), true)
  const url = 'https://shop.example'
  const addresses = { url, redirectUris: [`${url}/callback`], postLogoutUris: [] }
  const platform = await newPlatform(addresses)
  const allow = (...apis: string[]) =>
    platformCommand(['change', '--id', platform.id, ...apis.flatMap((each) => ['--api', each])])
  await allow(`${id}=orders.read,orders.write`)
  const { platforms } = await call(contract.getApi, { params: { clientId } })
  deepEqual(platforms[0]?.scopes, ['orders.read', 'orders.write'])
  match(
    (await platformCommand(['list'])).join('\n'),
    /api https:\/\/command.example\/orders\?of=a=/,
  )
  await rejects(allow(`${id}=orders.delete`), /--api: This API or scope doesn’t exist/)
  await rejects(
    allow('https://unknown.example=orders.read'),
    /--api: This API or scope doesn’t exist/,
  )
  await apiCommand(['change', ...own, '--format', 'jwt'])
  match((await apiCommand(['list'])).join('\n'), /Orders {2}active {2}jwt/)
  await rejects(apiCommand(['change', ...own, '--format', 'xml']), /--format is opaque or jwt/)
  await apiCommand(['rotate-secret', ...own])
  equal(await canIntrospect(clientId, secret), false)
  deepEqual(await apiCommand(['deactivate', ...own]), [`${id} is deactivated.`])
  deepEqual(await apiCommand(['deactivate', ...own]), [`${id} is deactivated already.`])
  // Scopes that are already allowed may stay; an API that is left out is removed.
  await allow(`${id}=orders.read`)
  await allow('')
  equal((await call(contract.getApi, { params: { clientId } })).platforms.length, 0)
  await rejects(apiCommand(['activate', '--id', 'urn:nobody']), /There is no API urn:nobody/)
})

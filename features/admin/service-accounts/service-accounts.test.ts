import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { listTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { db, row, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addPlatform, logInAdmin, refusedWith } from '#test/people.ts'
import { fromNow, updateRows } from '#test/rows.ts'
import {
  addService,
  callAs,
  daysFromNow,
  newServiceFacts,
  tokenOf,
} from '#test/service-accounts.ts'
import { drawKey } from '#test/signing-platform.ts'
import * as contract from './contract.ts'
import { warnOfEnding } from './email.ts'
import { listServiceAccounts } from './list-contract.ts'

const admin = await addAdmin({ roles: ['super_admin'], firstname: 'Grace', lastname: 'Hopper' })
const { call } = await logInAdmin(admin)

type NewAccount = Body<typeof contract.addServiceAccount>

async function add(input: Partial<NewAccount> & { id: string }) {
  const body = { ...(await newServiceFacts()), ...input }
  return call(contract.addServiceAccount, { body })
}

/** Returns field and rule of the first fault of a refused call. */
async function faultOf(promise: Promise<unknown>): Promise<(string | undefined)[]> {
  let fault: Fault | undefined
  await rejects(promise, (error) => {
    ok(error instanceof Refusal, String(error))
    fault = error.faults[0]
    return true
  })
  return [fault?.field, fault?.rule]
}

test('a new service account gets a token for its key and calls the admin API', async () => {
  const key = await drawKey('EdDSA')
  const jwks = { keys: [key.publicJwk] } as NewAccount['jwks']
  const added = await add({ id: 'svc-nightly', jwks, allowedFrom: ['198.51.100.77/24'] })
  deepEqual(
    [added.state, added.madeBy, added.lastUsedAt, added.allowedFrom],
    ['active', 'Grace Hopper', null, ['198.51.100.0/24']],
  )
  const token = await tokenOf({ id: 'svc-nightly', key }, { scope: 'admin:users.read' })
  equal((await callAs(token, '/admin/users')).status, 200)
  const account = await call(contract.getServiceAccount, { params: { id: 'svc-nightly' } })
  ok(account.lastUsedAt)
  const listed = await call(listServiceAccounts, { query: {} })
  ok(listed.some(({ id }) => id === 'svc-nightly'))
  const [{ action, data } = {}] = await auditOf('svc-nightly')
  equal(action, 'service_account_added')
  deepEqual((data as { after: { scopes: string[] } }).after.scopes, ['admin:users.read'])
})

test('an id can be used only once, also if a platform has it or its account was revoked', async () => {
  const { id } = await addService()
  await call(contract.revokeServiceAccount, { params: { id }, body: {} })
  deepEqual(await faultOf(add({ id })), ['id', 'idTaken'])
  await addPlatform({ id: 'svc-platform' })
  deepEqual(await faultOf(add({ id: 'svc-platform' })), ['id', 'idTaken'])
  deepEqual(await faultOf(add({ id: 'nightly' })), ['id', 'invalidId'])
})

test('keys must be either a set or a URL, public, and strong enough', async () => {
  const id = 'svc-keys'
  const { jwks } = await newServiceFacts()
  const jwksUri = 'https://keys.example/jwks.json'
  deepEqual(await faultOf(add({ id, jwksUri })), ['jwks', 'keysNeeded'])
  deepEqual(await faultOf(add({ id, jwks: null })), ['jwks', 'keysNeeded'])
  const [key] = jwks?.keys ?? []
  ok(key)
  const withSecret = { keys: [{ ...key, d: 'secret' }] }
  equal((await faultOf(add({ id, jwks: withSecret })))[1], 'privateKey')
  const shared = { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } as unknown as typeof jwks
  equal((await faultOf(add({ id, jwks: shared })))[1], 'symmetricKey')
  const broken = { keys: [{ ...key, x: 'AAAA' }] }
  deepEqual(await faultOf(add({ id, jwks: broken })), ['jwks', 'weakKeys'])
  const unreachable = 'http://127.0.0.1:1/jwks.json'
  deepEqual(await faultOf(add({ id, jwks: null, jwksUri: unreachable })), [
    'jwksUri',
    'keysNotFound',
  ])
})

test('a taken id and weak keys are reported together', async () => {
  const { id } = await addService()
  const { jwks } = await newServiceFacts()
  const [key] = jwks?.keys ?? []
  ok(key)
  await rejects(
    add({ id, jwks: { keys: [{ ...key, x: 'AAAA' }] } }),
    (error) =>
      error instanceof Refusal && error.faults.map(({ field }) => field).join() === 'id,jwks',
  )
})

test('the list can be filtered by state, and the terms state whether a new account needs an approval', async () => {
  const { id } = await addService()
  await call(contract.revokeServiceAccount, { params: { id }, body: {} })
  const listByState = (state: 'active' | 'revoked') =>
    call(listServiceAccounts, { query: { state: [state] } })
  ok((await listByState('revoked')).some((each) => each.id === id))
  ok((await listByState('active')).every((each) => each.id !== id && each.state === 'active'))
  const { takesTwoPeople } = await call(contract.getServiceAccountTerms, {})
  equal(takesTwoPeople, (await listTwoPersonKinds(db)).includes('service-account-add'))
})

test('an expiry within a year, a scope and valid networks are required', async () => {
  const id = 'svc-limits'
  const at = (days: number) => ({ id, expiresAt: daysFromNow(days).toISOString() })
  deepEqual(await faultOf(add(at(367))), ['expiresAt', 'withinYear'])
  deepEqual(await faultOf(add(at(-1))), ['expiresAt', 'inThePast'])
  deepEqual(await faultOf(add({ id, scopes: [] })), ['scopes', 'scopesNeeded'])
  equal((await faultOf(add({ id, allowedFrom: ['somewhere'] })))[1], 'invalidCidr')
})

test('a change requires the latest version, and new keys invalidate existing tokens', async () => {
  const service = await addService({ scopes: ['admin:users.read'] })
  const params = { id: service.id }
  const token = await tokenOf(service, { scope: 'admin:users.read' })
  const account = await call(contract.getServiceAccount, { params })
  const { jwks, jwksUri, allowedFrom, scopes } = account
  const expiresAt = String(account.expiresAt)
  const facts = { name: 'Renamed', jwks, jwksUri, allowedFrom, scopes, expiresAt }
  const headers = { 'if-match': account.etag }
  const renamed = await call(contract.changeServiceAccount, { params, headers, body: facts })
  equal((await callAs(token, '/admin/users')).status, 200)
  await refusedWith(
    errorCodes.changedMeanwhile,
    call(contract.changeServiceAccount, { params, headers, body: facts }),
  )
  const key = await drawKey('ES256')
  const other = { ...facts, jwks: { keys: [key.publicJwk] } as NewAccount['jwks'] }
  await call(contract.changeServiceAccount, {
    params,
    headers: { 'if-match': renamed.etag },
    body: other,
  })
  equal((await callAs(token, '/admin/users')).code, errorCodes.invalidToken)
  await rejects(tokenOf(service, { scope: 'admin:users.read' }))
  const fresh = await tokenOf({ id: service.id, key }, { scope: 'admin:users.read' })
  equal((await callAs(fresh, '/admin/users')).status, 200)
  const changes = (await auditOf(service.id)).filter(
    ({ action }) => action === 'service_account_changed',
  )
  deepEqual(
    changes.map(({ data }) => (data as { before: { name: string } }).before.name).toSorted(),
    ['Renamed', account.name].toSorted(),
  )
})

test('a revoked service account can be neither changed nor revoked again', async () => {
  const service = await addService()
  const params = { id: service.id }
  const revoked = await call(contract.revokeServiceAccount, { params, body: {} })
  deepEqual([revoked.state, Boolean(revoked.revokedAt)], ['revoked', true])
  await rejects(tokenOf(service))
  await refusedWith(
    errorCodes.changedMeanwhile,
    call(contract.revokeServiceAccount, { params, body: {} }),
  )
  const body = await newServiceFacts()
  const headers = { 'if-match': revoked.etag }
  await refusedWith(
    errorCodes.notFound,
    call(contract.changeServiceAccount, { params, headers, body }),
  )
  const unknown = { params: { id: 'svc-unknown' } }
  await refusedWith(errorCodes.notFound, call(contract.getServiceAccount, unknown))
  await refusedWith(
    errorCodes.notFound,
    call(contract.getServiceAccount, { params: { id: "svc-' or true" } }),
  )
})

test('30 and 7 days before the expiry, its creator and every super admin get one mail each', async () => {
  const maker = await addAdmin({ roles: ['auditor'], firstname: 'Mary' })
  const madeBy = `admin:${maker.id}`
  const { id } = await addService({ name: 'Ending', expiresAt: daysFromNow(29), madeBy })
  await addService({ name: 'Later', expiresAt: daysFromNow(31), madeBy })
  const [people, names] = [
    [maker.id, admin.id],
    ['Ending', 'Later'],
  ]
  const mailsTo = async () => {
    await warnOfEnding(db)
    const mails = await rows<{ userId: string; name: string }>(db)`
      select user_id, data->>'name' as name from mails where kind = 'service-account-ending'`
    return mails.filter(({ userId, name }) => people.includes(userId) && names.includes(name))
  }
  const first = await mailsTo()
  deepEqual(
    first.map(({ name }) => name),
    ['Ending', 'Ending'],
  )
  deepEqual(first.map(({ userId }) => userId).toSorted(), people.toSorted())
  equal((await mailsTo()).length, 2)
  await updateRows('service_accounts', { id }, { expiresAt: fromNow('6 days') })
  equal((await mailsTo()).length, 4)
  equal((await mailsTo()).length, 4)
  const account = await row<{ expiryMailed: number }>(db)`
    select expiry_mailed from service_accounts where id = ${id}`
  equal(account?.expiryMailed, 7)
})

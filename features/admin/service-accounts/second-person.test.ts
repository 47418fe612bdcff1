// own process: sets TWO_PERSON
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['TWO_PERSON'] = 'on'
const { etagOf } = await import('#contract/fields.ts')
const { findServiceAccount } = await import('#domain/service-accounts/service-account.ts')
const { db } = await import('#server/db.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { logInAdmin } = await import('#test/people.ts')
const { addService, daysFromNow } = await import('#test/service-accounts.ts')
const { drawKey } = await import('#test/signing-platform.ts')
const contract = await import('./contract.ts')
const { approveRequest, getApproval } = await import('../approvals/contract.ts')
type Change = import('#contract/endpoint.ts').Body<typeof contract.changeServiceAccount>

const requester = await logInAdmin(await addSeniorAdmin())
const approver = await logInAdmin(await addSeniorAdmin())

/** Prepares a change of a service account that has some scopes and networks. */
async function prepare(more: Partial<Change>) {
  const { id } = await addService({
    scopes: ['admin:users.read', 'admin:audit.read'],
    allowedFrom: ['192.0.2.0/24', '198.51.100.0/24'],
  })
  const params = { id }
  const account = await requester.call(contract.getServiceAccount, { params })
  const { name, scopes, jwks, jwksUri, allowedFrom, etag } = account
  const expiresAt = String(account.expiresAt)
  const body: Change = { name, scopes, jwks, jwksUri, allowedFrom, expiresAt, ...more }
  return { params, headers: { 'if-match': etag }, body }
}

test('a change that extends a service account takes effect only after an approval', async () => {
  const { publicJwk } = await drawKey('ES256')
  const changes: Partial<Change>[] = [
    { scopes: ['admin:users.read', 'admin:users'] },
    { jwks: { keys: [publicJwk] } as Change['jwks'] },
    { expiresAt: daysFromNow(91).toISOString() },
    { allowedFrom: [] },
    { allowedFrom: ['192.0.2.0/24', '203.0.113.0/24'] },
  ]
  for (const more of changes) {
    const call = await prepare(more)
    const { id } = call.params
    const { approval } = await requestApproval(requester, contract.changeServiceAccount, call)
    equal(approval.kind, 'service-account-add')
    equal((await findServiceAccount(db, id))?.version, 1, JSON.stringify(more))
    const params = { id: approval.id }
    const request = await approver.call(getApproval, { params })
    deepEqual([request.target.kind, request.target.id], ['service', id])
    await approver.call(approveRequest, { params, body: { evidence: '' } })
    const changed = await findServiceAccount(db, id)
    equal(changed?.version, 2)
    const [[field, value]] = Object.entries(more) as [[keyof Change, unknown]]
    const now = changed[field as 'scopes'] as unknown
    const text = now instanceof Date ? now.toISOString() : now
    if (Array.isArray(value)) deepEqual([...(text as [])].sort(), [...value].sort())
    else deepEqual(text, value)
  }
})

test('a change that only restricts a service account takes effect immediately', async () => {
  const changes: Partial<Change>[] = [
    { name: 'Other' },
    { scopes: ['admin:users.read'] },
    { expiresAt: daysFromNow(1).toISOString() },
    { allowedFrom: ['192.0.2.0/24'] },
  ]
  for (const less of changes) {
    const changed = await requester.call(contract.changeServiceAccount, await prepare(less))
    ok('etag' in changed && changed.etag === etagOf(2), JSON.stringify(less))
  }
})

// own process: sets TWO_PERSON
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'

process.env['TWO_PERSON'] = 'on'
const { findAdmin } = await import('#domain/accounts/admin.ts')
const { db } = await import('#server/db.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { logInAdmin } = await import('#test/people.ts')
const admins = await import('../features/admin/admins/contract.ts')
const { approveRequest } = await import('../features/admin/approvals/contract.ts')

test('an approved change of roles leaves alone a role that the requester could not grant', async () => {
  const approver = await addSeniorAdmin()
  const browser = await logInAdmin(await addSeniorAdmin({ roles: ['user_admin'] }))
  const target = await addSeniorAdmin({ roles: ['auditor'] })
  const { approval } = await requestApproval(browser, admins.setRoles, {
    params: { adminUserId: target.id },
    headers: {},
    body: { roles: ['auditor', 'user_admin'], reason: 'Asked for in ticket 4711' },
  })
  const { state } = await (
    await logInAdmin(approver)
  ).call(approveRequest, {
    params: { id: approval.id },
    body: { evidence: 'I called back under the number of the contract' },
  })
  const { roles } = (await findAdmin(db, target.id)) ?? {}
  deepEqual([state, roles?.toSorted()], ['done', ['auditor', 'user_admin']])
})

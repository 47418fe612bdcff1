// own process: changes the roles of all admins
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { roles, type Role } from '#contract/permission.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import { stepUp } from '#contract/admin.ts'
import { db } from '#server/db.ts'
import { find, change } from '#test/admin-users.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, codeOf, logInAdmin, refusedWith } from '#test/people.ts'
import { backdate, deleteRows } from '#test/rows.ts'
import { listAdminUsers, setRoles } from './contract.ts'

function ruleOf(refusal: Refusal): string | undefined {
  return refusal.faults[0]?.rule
}

test('SC-15 PE-05 changed roles take effect immediately, and the audit log records old and new roles', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['auditor'] })
  const joansBrowser = await logInAdmin(joan)
  await refusedWith(commonErrors.forbidden, joansBrowser.call(listAdminUsers, {}))

  const changed = await change(browser, await find(browser, joan.id), ['user_admin', 'support'])

  deepEqual(changed.roles, ['support', 'user_admin'])
  await joansBrowser.call(listAdminUsers, {})
  const row = (await auditOf(joan.id)).at(-1)
  equal(row?.action, 'admin_roles_changed')
  deepEqual(row?.data, {
    before: { roles: ['auditor'] },
    after: { roles: ['user_admin', 'support'] },
  })
  ok(row?.ipAddress && row.requestId)
  equal(row?.subSystem, 'admin')
})

test('a change to the roles that an admin already has changes, records and mails nothing', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await find(browser, (await addAdmin({ roles: ['auditor', 'support'] })).id)
  const before = await auditOf(joan.id)
  deepEqual(await change(browser, joan, ['support', 'auditor']), joan)
  deepEqual(await auditOf(joan.id), before)
})

test('PE-05 an admin cannot change their own roles', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const refusal = await refusedWith(
    commonErrors.forbidden,
    change(browser, await find(browser, grace.id), ['auditor']),
  )
  equal(ruleOf(refusal), 'ownRoles')
  equal((await auditOf(grace.id)).at(-1)?.action, 'admin_roles_refused')
})

test('PE-05 an admin can neither grant nor revoke a role with permissions beyond their own', async () => {
  const browser = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const joan = await find(browser, (await addAdmin({ roles: ['auditor'] })).id)
  for (const newRoles of [['auditor', 'super_admin'], ['auditor', 'support'], []] as Role[][]) {
    const refusal = await refusedWith(commonErrors.forbidden, change(browser, joan, newRoles))
    equal(ruleOf(refusal), 'beyondOwn')
  }
  const changed = await change(browser, joan, ['auditor', 'user_admin'])
  deepEqual(changed.roles, ['auditor', 'user_admin'])
})

test('PE-05 if two super admins concurrently revoke each other’s role, one of them remains', async () => {
  await deleteRows('admin_roles', { role: 'super_admin' })
  const grace = await addAdmin()
  const joan = await addAdmin()
  const firstBrowser = await logInAdmin(grace)
  const secondBrowser = await logInAdmin(joan)
  const [first, second] = [await find(firstBrowser, joan.id), await find(firstBrowser, grace.id)]
  const results = await Promise.allSettled([
    change(firstBrowser, first, []),
    change(secondBrowser, second, []),
  ])
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await db.query(`select * from admin_roles where role = 'super_admin'`)
  equal(rows.length, 1)
})

test('if two admins change the same roles, the second gets the name of the first in the refusal', async () => {
  const firstBrowser = await logInAdmin(await addAdmin({ firstname: 'Joan', lastname: 'Clarke' }))
  const secondBrowser = await logInAdmin(await addAdmin())
  const admin = await find(firstBrowser, (await addAdmin({ roles: [] })).id)
  await change(firstBrowser, admin, ['auditor'])
  const refusal = await refusedWith(
    setRoles.refusals.changedMeanwhile,
    change(secondBrowser, admin, ['support']),
  )
  equal(refusal.faults[0]?.by, 'Joan Clarke')
  deepEqual((await find(firstBrowser, admin.id)).roles, ['auditor'])
})

test('exactly one of several concurrent changes based on the same version succeeds', async () => {
  const browser = await logInAdmin(await addAdmin())
  const admin = await find(browser, (await addAdmin({ roles: [] })).id)
  const results = await Promise.allSettled(roles.map((role) => change(browser, admin, [role])))
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('PE-05 a change of roles requires a step-up in the last five minutes', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace, { hasRecentStepUp: false })
  const admin = await find(browser, (await addAdmin({ roles: [] })).id)
  await refusedWith(errorCodes.stepUpRequired, change(browser, admin, ['auditor']))
  await browser.call(stepUp, { body: { otp: codeOf(grace.secret) } })
  const changed = await change(browser, admin, ['auditor'])
  await backdate('admin_sessions', { adminId: grace.id }, '5 minutes 1 second')
  await refusedWith(errorCodes.stepUpRequired, change(browser, changed, []))
})

test('M14: AP-20 roles can be set without If-Match; an outdated If-Match is refused', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await find(browser, (await addAdmin({ roles: ['auditor'] })).id)
  const params = { adminUserId: joan.id }
  const body = { roles: ['support', 'support'] as Role[] }
  const changed = await browser.call(setRoles, { params, headers: {}, body })
  deepEqual(changed.roles, ['support'])
  deepEqual((await auditOf(joan.id)).at(-1)?.data?.['after'], { roles: ['support'] })
  await refusedWith(errorCodes.changedMeanwhile, change(browser, joan, ['auditor']))
  deepEqual((await change(browser, changed, ['auditor'])).roles, ['auditor'])
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { rolePermissions, roles, type Role } from '#contract/permission.ts'
import { all, common, Refusal } from '#contract/refusal.ts'
import { stepUp } from '#contract/step-up.ts'
import { db } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/admins.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { older } from '#test/time.ts'
import { listAdminUsers, listRoles, setRoles, type AdminUser } from './contract.ts'

async function find(browser: Visitor, id: string): Promise<AdminUser> {
  const found = (await browser.call(listAdminUsers, { query: { limit: 200 } })).find(
    (admin) => admin.id === id,
  )
  ok(found)
  return found
}

function change(browser: Visitor, { id, etag }: AdminUser, wanted: readonly Role[]) {
  const sent = { params: { adminUserId: id }, headers: { 'if-match': etag } }
  return browser.call(setRoles, { ...sent, body: { roles: [...wanted] } })
}

function ruleOf(refusal: Refusal): string | undefined {
  return refusal.faults[0]?.rule
}

test('SC-15 AP-20 an admin sees every admin with her roles, page by page', async () => {
  const grace = await addAdmin({ email: 'a-first@portico.example' })
  await addAdmin({ email: 'a-second@portico.example', roles: ['support', 'auditor'] })
  await addAdmin({ email: 'a-third@portico.example', roles: [] })
  const browser = await logInAdmin(grace)

  const first = await browser.fetch('/api/admin/admin-users?limit=2')
  const page = (await first.json()) as AdminUser[]
  deepEqual(
    page.map(({ email, roles: held }) => [email, held]),
    [
      ['a-first@portico.example', ['super_admin']],
      ['a-second@portico.example', ['auditor', 'support']],
    ],
  )
  ok(page[0]?.lastLogin)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const [third] = await browser.call(listAdminUsers, { query: { cursor, limit: 1 } })
  equal(third?.email, 'a-third@portico.example')

  await refusedWith(
    common.invalidInput,
    browser.call(listAdminUsers, { query: { cursor: `${cursor}x` } }),
  )
  const other = await logInAdmin(await addAdmin())
  await refusedWith(common.invalidInput, other.call(listAdminUsers, { query: { cursor } }))
  await refusedWith(
    common.invalidInput,
    browser.call(listAdminUsers, { query: { limit: 100_000 } }),
  )
})

test('PE-05 AP-20 the roles are listed with what each allows', async () => {
  const browser = await logInAdmin(await addAdmin())
  const listed = await browser.call(listRoles, {})
  deepEqual(Object.fromEntries(listed.map((role) => [role.value, role.permissions])), {
    auditor: ['view_admin_audit_log', 'view_audit_log'],
    support: ['view_audit_log', 'manage_regular_user', 'manage_partner'],
    user_admin: ['manage_regular_user', 'manage_admin_user'],
    super_admin: [...rolePermissions.super_admin],
  })
})

test('PE-01 PE-02 PE-03 only who may manage admins sees or changes them, whatever else she may do', async () => {
  const target = await find(await logInAdmin(await addAdmin()), (await addAdmin()).id)
  for (const role of roles) {
    const browser = await logInAdmin(await addAdmin({ roles: [role] }))
    const calls = [
      () => browser.call(listAdminUsers, {}),
      () => browser.call(listRoles, {}),
      () => change(browser, target, ['support']),
    ]
    const may = rolePermissions[role].includes('manage_admin_user')
    if (may) {
      await browser.call(listAdminUsers, {})
      await browser.call(listRoles, {})
    } else {
      for (const call of calls) await refusedWith(common.forbidden, call())
    }
  }
  const person = await logIn(await addUser())
  await refusedWith(common.notLoggedIn, person.call(listAdminUsers, {}))
  await refusedWith(common.notLoggedIn, (await visitor()).call(listRoles, {}))
})

test('SC-15 PE-05 roles are changed, from that moment on, and the log holds before and after', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['auditor'] })
  const hers = await logInAdmin(joan)
  await refusedWith(common.forbidden, hers.call(listAdminUsers, {}))

  const changed = await change(browser, await find(browser, joan.id), ['user_admin', 'support'])

  deepEqual(changed.roles, ['support', 'user_admin'])
  await hers.call(listAdminUsers, {})
  const row = (await auditOf(joan.id)).at(-1)
  equal(row?.action, 'admin_roles_changed')
  deepEqual(row?.data, {
    before: { roles: ['auditor'] },
    after: { roles: ['user_admin', 'support'] },
  })
  ok(row?.ipAddress && row.requestId)
  equal(row?.subSystem, 'admin')
})

test('PE-05 nobody changes her own roles', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const refusal = await refusedWith(
    common.forbidden,
    change(browser, await find(browser, grace.id), ['auditor']),
  )
  equal(ruleOf(refusal), 'ownRoles')
  equal((await auditOf(grace.id)).at(-1)?.action, 'admin_roles_refused')
})

test('PE-05 nobody gives or takes a role that allows what she may not do herself', async () => {
  const browser = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const joan = await find(browser, (await addAdmin({ roles: ['auditor'] })).id)
  for (const wanted of [['auditor', 'super_admin'], ['auditor', 'support'], []] as Role[][]) {
    const refusal = await refusedWith(common.forbidden, change(browser, joan, wanted))
    equal(ruleOf(refusal), 'beyondOwn')
  }
  const changed = await change(browser, joan, ['auditor', 'user_admin'])
  deepEqual(changed.roles, ['auditor', 'user_admin'])
})

test('PE-05 two super admins who take each other’s role away at once: one of them remains', async () => {
  await db.query(`delete from admin_roles where role = 'super_admin'`)
  const grace = await addAdmin()
  const joan = await addAdmin()
  const one = await logInAdmin(grace)
  const other = await logInAdmin(joan)
  const [first, second] = [await find(one, joan.id), await find(one, grace.id)]
  const results = await Promise.allSettled([change(one, first, []), change(other, second, [])])
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await db.query(`select * from admin_roles where role = 'super_admin'`)
  equal(rows.length, 1)
})

test('of two who change one person’s roles at once the second is told by whom', async () => {
  const one = await logInAdmin(await addAdmin({ firstname: 'Joan', lastname: 'Clarke' }))
  const other = await logInAdmin(await addAdmin())
  const seen = await find(one, (await addAdmin({ roles: [] })).id)
  await change(one, seen, ['auditor'])
  const refusal = await refusedWith(
    setRoles.refusals.changedMeanwhile,
    change(other, seen, ['support']),
  )
  equal(refusal.faults[0]?.by, 'Joan Clarke')
  deepEqual((await find(one, seen.id)).roles, ['auditor'])
})

test('of many changes made from one state at once exactly one is made', async () => {
  const browser = await logInAdmin(await addAdmin())
  const seen = await find(browser, (await addAdmin({ roles: [] })).id)
  const results = await Promise.allSettled(roles.map((role) => change(browser, seen, [role])))
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('PE-05 a change of roles asks for a code of the last five minutes', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace, { hasFreshCode: false })
  const seen = await find(browser, (await addAdmin({ roles: [] })).id)
  await refusedWith(all.freshCodeNeeded, change(browser, seen, ['auditor']))
  await browser.call(stepUp, { body: { otp: codeOf(grace.secret) } })
  const changed = await change(browser, seen, ['auditor'])
  await older('admin_sessions', grace.id, '5 minutes 1 second')
  await refusedWith(all.freshCodeNeeded, change(browser, changed, []))
})

test('an admin who does not exist, or an id that is none, is not found', async () => {
  const browser = await logInAdmin(await addAdmin())
  const seen = await find(browser, (await addAdmin()).id)
  for (const id of [crypto.randomUUID(), 'x', '1', (await addUser()).id]) {
    await refusedWith(common.notFound, change(browser, { ...seen, id }, []))
  }
})

test('a role that is none, no list, and a missing or strange etag are refused by name', async () => {
  const browser = await logInAdmin(await addAdmin())
  const { id, etag } = await find(browser, (await addAdmin()).id)
  const put = (headers: Record<string, string>, body: unknown) =>
    browser.call(setRoles, {
      params: { adminUserId: id },
      headers: headers as { 'if-match': string },
      body: body as { roles: Role[] },
    })
  const refusal = await refusedWith(
    common.invalidInput,
    put({ 'if-match': etag }, { roles: ['owner'] }),
  )
  equal(refusal.faults[0]?.field, 'roles.0')
  await refusedWith(common.invalidInput, put({ 'if-match': etag }, { roles: 'auditor' }))
  const missing = await refusedWith(common.invalidInput, put({}, { roles: [] }))
  equal(missing.faults[0]?.field, 'if-match')
  await refusedWith(common.invalidInput, put({ 'if-match': '*' }, { roles: [] }))
})

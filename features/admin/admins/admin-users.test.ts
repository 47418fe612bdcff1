import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { rolePermissions, roles, type Role } from '#contract/permission.ts'
import { commonErrors } from '#contract/refusal.ts'
import { find, change } from '#test/admin-users.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { getAdminUser, listAdminUsers, listRoles, setRoles, type AdminUser } from './contract.ts'

test('SC-15 AP-20 an admin lists all admins with their roles, page by page', async () => {
  const grace = await addAdmin({ email: 'a-first@portico.example' })
  await addAdmin({ email: 'a-second@portico.example', roles: ['support', 'auditor'] })
  await addAdmin({ email: 'a-third@portico.example', roles: [] })
  const browser = await logInAdmin(grace)

  const first = await browser.fetch('/api/admin/admin-users?limit=2')
  const page = (await first.json()) as AdminUser[]
  deepEqual(
    page.map(({ email, roles: adminRoles }) => [email, adminRoles]),
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
    commonErrors.invalidInput,
    browser.call(listAdminUsers, { query: { cursor: `${cursor}x` } }),
  )
  const other = await logInAdmin(await addAdmin())
  await refusedWith(commonErrors.invalidInput, other.call(listAdminUsers, { query: { cursor } }))
  await refusedWith(
    commonErrors.invalidInput,
    browser.call(listAdminUsers, { query: { limit: 100_000 } }),
  )
})

test('PE-05 AP-20 the roles are listed with the permissions of each', async () => {
  const browser = await logInAdmin(await addAdmin())
  const listed = await browser.call(listRoles, {})
  // Repeats the contract on purpose, so that an accidental change of it fails.
  deepEqual(Object.fromEntries(listed.map((role) => [role.value, role.permissions])), {
    auditor: ['view_admin_audit_log', 'view_audit_log'],
    support: ['view_audit_log', 'manage_regular_user', 'manage_partner', 'stop_request'],
    user_admin: ['manage_regular_user', 'manage_admin_user', 'stop_request'],
    super_admin: [...rolePermissions.super_admin],
  })
})

test('PE-01 PE-02 PE-03 only an admin with manage_admin_user can list or change admins', async () => {
  const target = await find(await logInAdmin(await addAdmin()), (await addAdmin()).id)
  for (const role of roles) {
    const browser = await logInAdmin(await addAdmin({ roles: [role] }))
    const calls = [
      () => browser.call(listAdminUsers, {}),
      () => browser.call(listRoles, {}),
      () => browser.call(getAdminUser, { params: { adminUserId: target.id } }),
      () => change(browser, target, ['support']),
    ]
    const isAllowed = rolePermissions[role].includes('manage_admin_user')
    if (isAllowed) {
      await browser.call(listAdminUsers, {})
      await browser.call(listRoles, {})
      const params = { adminUserId: target.id }
      equal((await browser.call(getAdminUser, { params })).email, target.email)
    } else {
      for (const call of calls) await refusedWith(commonErrors.forbidden, call())
    }
  }
  const person = await logIn(await addUser())
  await refusedWith(commonErrors.notLoggedIn, person.call(listAdminUsers, {}))
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(listRoles, {}))
})

test('an unknown admin id and a malformed id answer 404', async () => {
  const browser = await logInAdmin(await addAdmin())
  const admin = await find(browser, (await addAdmin()).id)
  for (const id of [crypto.randomUUID(), 'x', '1', (await addUser()).id]) {
    await refusedWith(commonErrors.notFound, change(browser, { ...admin, id }, []))
    const read = browser.call(getAdminUser, { params: { adminUserId: id } })
    await refusedWith(commonErrors.notFound, read)
  }
})

test('an unknown role, a body without a list and an invalid etag are each rejected at their field', async () => {
  const browser = await logInAdmin(await addAdmin())
  const { id, etag } = await find(browser, (await addAdmin()).id)
  const put = (headers: Record<string, string>, body: unknown) =>
    browser.call(setRoles, {
      params: { adminUserId: id },
      headers: headers as { 'if-match': string },
      body: body as { roles: Role[] },
    })
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    put({ 'if-match': etag }, { roles: ['owner'] }),
  )
  equal(refusal.faults[0]?.field, 'roles.0')
  await refusedWith(commonErrors.invalidInput, put({ 'if-match': etag }, { roles: 'auditor' }))
  const etagRefusal = await refusedWith(
    commonErrors.invalidInput,
    put({ 'if-match': '*' }, { roles: [] }),
  )
  equal(etagRefusal.faults[0]?.field, 'if-match')
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { roles, type Role } from '#contract/permission.ts'
import { theServer } from '#test/browser.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor, type Visitor } from '#test/people.ts'
import { listEntries } from '../features/admin/audit-log/contract.ts'
import { listPartners } from '../features/admin/companies/contract.ts'
import { listPlatforms } from '../features/admin/platforms/contract.ts'
import { listAdminUsers } from '../features/admin/admins/contract.ts'
import { searchAccess, searchKinds } from '../features/admin/search/contract.ts'
import { listUsers } from '../features/admin/users/contract.ts'

/**
 * Roles that may call the paths with this prefix, repeated here so that a mistake in a contract is noticed. Only super
 * admins may call the others.
 */
const allowed: readonly [path: string, ...Role[]][] = [
  ['/admin/admin-users', 'user_admin', 'super_admin'],
  ['/admin/approvals', 'support', 'user_admin', 'super_admin'],
  ['/admin/auditlogs', 'auditor', 'support', 'super_admin'],
  ['/admin/bulk', 'support', 'user_admin', 'super_admin'],
  ['/admin/overview', 'auditor', 'support', 'super_admin'],
  ['/admin/compliance', 'auditor', 'super_admin'],
  ['/admin/blocked-networks', 'support', 'user_admin', 'super_admin'],
  ['/admin/failed-logins', 'auditor', 'support', 'super_admin'],
  ['/admin/invitations', 'support', 'user_admin', 'super_admin'],
  ['/admin/mails', 'support', 'user_admin', 'super_admin'],
  ['/admin/partners', 'support', 'super_admin'],
  ['/admin/users/{id}/activity', 'auditor', 'support', 'super_admin'],
  ['/admin/users/{id}/company', 'support', 'super_admin'],
  ['/admin/users', 'support', 'user_admin', 'super_admin'],
]
/** Calls that every admin may make. */
const ofAnyAdmin = [
  'GET /admin/search',
  'POST /admin/search/opened',
  'GET /admin/account',
  'GET /admin/me',
  'GET /admin/me/preferences',
  'GET /admin/me/views',
  'GET /admin/passkeys',
  'GET /admin/sessions',
  'GET /admin/super-admins',
  'POST /admin/me/views',
  'POST /admin/me/views/{id}/remove',
  'POST /admin/passkeys/confirm',
  'POST /admin/passkeys/initiate',
  'POST /admin/passkeys/{id}/remove',
  'POST /admin/recovery-codes',
  'POST /admin/reset-mfa/confirm',
  'POST /admin/reset-mfa/initiate',
  'POST /admin/sessions/logout-others',
  'POST /admin/sessions/{id}/logout',
  'POST /admin/step-up',
  'POST /admin/step-up/initiate',
  'PUT /admin/me/language',
  'PUT /admin/me/password',
  'PUT /admin/me/preferences',
  'PUT /admin/passkeys/{id}',
]
const withStepUp = [
  'GET /admin/auditlogs/export',
  'GET /admin/admin-users/export',
  'GET /admin/invitations/export',
  'GET /admin/partners/export',
  'GET /admin/platforms/all/export',
  'GET /admin/users/export',
  'POST /admin/platforms',
  'POST /admin/platforms/{id}/replace-secret',
  'POST /admin/admin-users',
  'POST /admin/admin-users/{adminUserId}/reset',
  'POST /admin/admin-users/{adminUserId}/sessions/logout',
  'PUT /admin/admin-users/{adminUserId}/activate',
  'PUT /admin/admin-users/{adminUserId}/deactivate',
  'PUT /admin/admin-users/{adminUserId}/roles',
  'PUT /admin/platforms/{id}',
  'POST /admin/service-accounts',
  'PUT /admin/service-accounts/{id}',
  'POST /admin/service-accounts/{id}/revoke',
  'POST /admin/apis',
  'PUT /admin/apis/{clientId}',
  'POST /admin/apis/{clientId}/replace-secret',
  'POST /admin/webhooks',
  'PUT /admin/webhooks/{id}',
  'POST /admin/webhooks/{id}/replace-secret',
  'POST /admin/webhooks/{id}/remove',
]

const { endpoints } = await theServer()

test('PE-05 B10: the palette finds what the lists show, with the same permissions', () => {
  const lists = {
    user: listUsers,
    company: listPartners,
    platform: listPlatforms,
    admin: listAdminUsers,
  }
  for (const kind of searchKinds) deepEqual(searchAccess[kind].access, lists[kind].access)
  deepEqual(searchAccess.request.access, listEntries.access)
  deepEqual(searchAccess.refusal.access, listPlatforms.access)
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const ofAdmins = endpoints.filter(({ access }) => callerKindOf(access) === 'admin')

/** Makes a call with random ids and no other input. Returns the error code; 0 if it succeeds. */
async function call(browser: Visitor, { method, path }: Endpoint): Promise<number> {
  const area = path.startsWith('/admin') ? '/api/admin/csrf' : '/api/csrf'
  const prefix = path.startsWith('/platform/') ? '' : '/api'
  const token = (await browser.fetch(area)).headers.get('x-csrf-token') ?? ''
  const answer = await browser.fetch(prefix + path.replaceAll(/\{\w+\}/g, randomUUID()), {
    method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': token,
      'content-type': 'application/json',
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  if (answer.status < 400) return 0
  return ((await answer.json()) as { errorCode: number }).errorCode
}

test('S1: a call for one kind of caller answers 401 to all others', async () => {
  const guest = await visitor()
  const user = await logIn(await addUser())
  const admin = await logInAdmin(await addAdmin())
  const others: Record<string, Visitor[]> = {
    user: [guest, admin],
    admin: [guest, user],
    'login-attempt': [guest, user, admin],
    'admin-login-attempt': [guest, user, admin],
    platform: [guest, user, admin],
  }
  ok(endpoints.length > 60)
  for (const endpoint of endpoints) {
    for (const browser of others[callerKindOf(endpoint.access)] ?? []) {
      const code = await call(browser, endpoint)
      equal(Math.floor(code / 1000), 401, `${nameOf(endpoint)} ${code}`)
    }
  }
})

test('S1: PE-05 a call of the admin area answers 403 to roles that may not make it, and to no others', async () => {
  for (const role of roles) {
    const browser = await logInAdmin(await addAdmin({ roles: [role] }))
    for (const endpoint of ofAdmins) {
      const name = nameOf(endpoint)
      if (ofAnyAdmin.includes(name)) continue
      const row = allowed.find(([path]) => endpoint.path.startsWith(path))
      const mayCall = row?.slice(1) ?? ['super_admin']
      const isRefused = (await call(browser, endpoint)) === 403001
      equal(isRefused, !mayCall.includes(role), `${role}: ${name}`)
    }
  }
})

test('S1: dangerous calls of the admin area require a step-up', async () => {
  const browser = await logInAdmin(await addAdmin(), { hasRecentStepUp: false })
  const protectedCalls: string[] = []
  for (const endpoint of ofAdmins) {
    if ((await call(browser, endpoint)) === 403003) protectedCalls.push(nameOf(endpoint))
  }
  deepEqual(
    withStepUp.filter((name) => !protectedCalls.includes(name)),
    [],
  )
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { secondPerson } from '#contract/approval.ts'
import { getAdminMe } from '#contract/admin.ts'
import {
  callerKindOf,
  endpoint,
  nothing,
  type CallInput,
  type Endpoint,
} from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { addAdmin, logInAdmin, type Visitor } from '../test/support/people.ts'
import { backdate } from '#test/rows.ts'
import { buildServer } from './server.ts'

const server = await buildServer()
const adminCalls = server.endpoints.filter(({ access }) => callerKindOf(access) === 'admin')

test('S2: a changing call of an admin without a step-up or its danger does not compile', () => {
  const call = { summary: 'Changes something', reply: nothing } as const
  const danger = { worst: 'a change', reason: 'it can be repeated' }
  const ofAdmin = { access: 'admin', danger, ...call } as const
  // @ts-expect-error -- it declares no step-up
  endpoint('POST /admin/change', ofAdmin)
  // @ts-expect-error -- it declares no danger
  endpoint('POST /admin/change', { access: 'admin', stepUp: 15, ...call })
  // @ts-expect-error -- only calls of admins can declare this step-up
  endpoint('POST /users/change', { access: 'user', stepUp: 5, ...call })
  // @ts-expect-error -- a visitor has no session to step up
  endpoint('POST /change', { access: 'anyone', stepUp: { withinMinutes: 5 }, ...call })
  const machine = 'admin:users'
  // @ts-expect-error -- a service account cannot make a call that needs a step-up within five minutes
  endpoint('POST /admin/change', { ...ofAdmin, stepUp: 5, machine })
  const approval = secondPerson('admin-add')
  // @ts-expect-error -- a service account cannot make a call that needs a second approver
  endpoint('POST /admin/change', { ...ofAdmin, stepUp: 15, approval, machine })
  // @ts-expect-error -- a service account cannot make a call of users
  endpoint('POST /users/change', { access: 'user', machine, ...call })
  // @ts-expect-error -- it changes second factors, so it must declare a step-up
  endpoint('POST /users/passkeys/change', { access: 'user', ...call })
  const named = endpoint('POST /admin/change', { ...ofAdmin, stepUp: 15 })
  deepEqual(named.refusals, { stepUpRequired: errorCodes.stepUpRequired })
})

test('S2: every protected call of an admin requires a step-up, within its own time limit', async () => {
  const admin = await addAdmin({ roles: ['super_admin'] })
  const stale = await logInAdmin(admin, { hasRecentStepUp: false })
  const protectedCalls = adminCalls.filter(({ stepUp }) => typeof stepUp === 'number')
  ok(protectedCalls.length > 15)
  for (const each of protectedCalls) equal(await requiresStepUp(stale, each), true, each.path)
  const recent = await logInAdmin(admin)
  for (const [age, maxMinutes] of [
    ['4 minutes 20 seconds', 0],
    ['50 seconds', 5],
    ['9 minutes 10 seconds', 5],
    ['50 seconds', 15],
  ] as const) {
    await backdate('admin_sessions', { adminId: admin.id }, age)
    await recent.call(getAdminMe, {})
    for (const each of protectedCalls)
      equal(
        await requiresStepUp(recent, each),
        Number(each.stepUp) <= maxMinutes,
        `${each.path} after ${age}`,
      )
  }
})

test('S2: calls about secrets, roles, authenticators and links require a step-up within the last five minutes', () => {
  const five = adminCalls
    .filter(({ stepUp }) => stepUp === 5)
    .map(({ method, path }) => `${method} ${path}`)
  deepEqual(five.sort(), [
    'GET /admin/admin-users/export',
    'GET /admin/auditlogs/export',
    'GET /admin/invitations/export',
    'GET /admin/partners/export',
    'GET /admin/platforms/all/export',
    'GET /admin/users/export',
    'POST /admin/admin-users',
    'POST /admin/admin-users/{adminUserId}/invitation/revoke',
    'POST /admin/admin-users/{adminUserId}/reset',
    'POST /admin/admin-users/{adminUserId}/sessions/logout',
    'POST /admin/admin-users/{adminUserId}/suspend',
    'POST /admin/apis',
    'POST /admin/apis/{clientId}/replace-secret',
    'POST /admin/approvals/{id}/approve',
    'POST /admin/blocked-networks',
    'POST /admin/mails/{id}/resend',
    'POST /admin/passkeys/confirm',
    'POST /admin/passkeys/initiate',
    'POST /admin/passkeys/{id}/remove',
    'POST /admin/platforms',
    'POST /admin/platforms/{id}/replace-secret',
    'POST /admin/recovery-codes',
    'POST /admin/reset-mfa/confirm',
    'POST /admin/reset-mfa/initiate',
    'POST /admin/service-accounts',
    'POST /admin/service-accounts/{id}/revoke',
    'POST /admin/users/{id}/company',
    'POST /admin/users/{id}/disable-mfa',
    'POST /admin/users/{id}/passkeys/{passkeyId}/disable',
    'POST /admin/users/{id}/recover',
    'POST /admin/users/{id}/reset-mfa',
    'POST /admin/users/{id}/reset-password',
    'POST /admin/users/{id}/tokens/{tokenId}/revoke',
    'POST /admin/webhooks',
    'POST /admin/webhooks/{id}/remove',
    'POST /admin/webhooks/{id}/replace-secret',
    'PUT /admin/admin-users/{adminUserId}/activate',
    'PUT /admin/admin-users/{adminUserId}/deactivate',
    'PUT /admin/admin-users/{adminUserId}/roles',
    'PUT /admin/apis/{clientId}',
    'PUT /admin/me/password',
    'PUT /admin/partners/{id}/delegation',
    'PUT /admin/partners/{id}/owners',
    'PUT /admin/platforms/{id}',
    'PUT /admin/service-accounts/{id}',
    'PUT /admin/webhooks/{id}',
  ])
})

test('S2: no call of admins that requires a step-up within five minutes or a second approver is open to service accounts', () => {
  for (const { access, stepUp, machine, approval, path } of server.endpoints)
    ok(!machine || access === 'service' || (stepUp !== 5 && !approval), path)
})

/** Returns true if the server requires step-up authentication before it validates the input. */
async function requiresStepUp(browser: Visitor, each: Endpoint): Promise<boolean> {
  const params = { id: 'unknown', adminUserId: 'unknown', subsystem: 'unknown' }
  const input = { params, body: {} } as unknown as CallInput<Endpoint>
  const error = await browser.call(each, input).catch((thrown: unknown) => thrown)
  return error instanceof Refusal && error.code === errorCodes.stepUpRequired
}

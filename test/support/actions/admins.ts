import { answerBy } from './second-factors.ts'
import type { Action } from '#contract/audit-action.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { db, run, transaction } from '#server/db.ts'
import {
  newAdmin,
  atSecondStep,
  newVisitor,
  callBy,
  codeNow,
  type AuditCase,
} from './audit-cases.ts'
import { giveAdminPasskey, logInAdminByPasskey } from '../passkeys.ts'
import { addAdmin, codeOf, startSessionOfAdmin } from '../people.ts'
import { inviteAdmin } from '../../../features/admin/admins/invite-admin.ts'
import { recordWaitingSearches } from '../../../features/admin/audit-log/record-search.ts'

const joan = {
  email: 'joan@portico.example',
  firstname: 'Joan',
  lastname: 'Clarke',
  preferredLanguage: 'en' as const,
  roles: ['auditor' as const],
}
const newPasswords = { password: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }

/** The endpoints that are not GET and write no audit row, each with the reason. */
export const readsOnly: Record<string, string> = {
  'PUT /admin/me/preferences': 'keeps how lists look, which concerns nobody else',
  'POST /admin/me/views': 'keeps a view of a list, which concerns nobody else',
  'POST /admin/me/views/{id}/remove': 'removes a view of a list, which concerns nobody else',
  'POST /admin/set-up/check': 'checks a link without consuming it',
  'POST /admin/partners/{id}/ip-allow-rules/dry-run': 'previews whom the rules would exclude',
  'POST /admin/invitations/check': 'says what is wrong with the rows of a list',
  'POST /admin/configure-mfa/initiate': 'returns a secret that takes effect with its first code',
  'POST /admin/login/passkey/initiate': 'returns a signed challenge and stores nothing',
  'POST /admin/login/passkey/second': 'returns a signed challenge and stores nothing',
  'POST /admin/configure-mfa/passkey/initiate': 'returns a signed challenge and stores nothing',
  'POST /admin/passkeys/initiate': 'returns a signed challenge and stores nothing',
  'POST /admin/step-up/initiate': 'returns a signed challenge and stores nothing',
}

/** The audit case of each endpoint. Add an entry together with the endpoint. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/login/passkey': {
    leaves: 'passkey_refused',
    by: 'visitor',
    call: async () => {
      const authenticator = await giveAdminPasskey(await addAdmin())
      const refused = logInAdminByPasskey(await newVisitor(), authenticator, {
        isUserVerified: false,
      })
      await refused.catch(() => undefined)
    },
  },
  'POST /admin/login': {
    leaves: 'login_failed',
    by: 'visitor',
    call: async () => {
      const { email } = await addAdmin()
      const body = { email, password: 'Wrong-Harbour-1' }
      await callBy(await newVisitor(), 'POST /admin/login', { body }).catch(() => undefined)
    },
  },
  'POST /admin/login/verify-mfa': {
    leaves: 'login_succeeded',
    by: 'admin',
    call: async () => {
      const grace = await addAdmin()
      const browser = await atSecondStep('/admin/login', grace)
      await callBy(browser, 'POST /admin/login/verify-mfa', { body: { otp: codeNow(grace) } })
    },
  },
  'POST /admin/configure-mfa/confirm': {
    leaves: 'second_factor_set',
    by: 'admin',
    call: async () => {
      const browser = await atSecondStep('/admin/login', await addAdmin({ hasSecondFactor: false }))
      const setup = await callBy(browser, 'POST /admin/configure-mfa/initiate', { body: {} })
      const otp = codeOf((setup as { secret: string }).secret)
      await callBy(browser, 'POST /admin/configure-mfa/confirm', { body: { otp } })
    },
  },
  'POST /admin/configure-mfa/passkey/confirm': {
    leaves: 'passkey_added',
    by: 'admin',
    call: async () => {
      const browser = await atSecondStep('/admin/login', await addAdmin({ hasSecondFactor: false }))
      await answerBy(browser, '/admin/configure-mfa/passkey', 'admins')
    },
  },
  'POST /admin/passkeys/confirm': {
    leaves: 'passkey_added',
    by: 'admin',
    call: async () => answerBy((await newAdmin()).browser, '/admin/passkeys', 'admins'),
  },
  'PUT /admin/passkeys/{id}': {
    leaves: 'passkey_renamed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser, params } = await withPasskey()
      await callBy(browser, 'PUT /admin/passkeys/{id}', { params, body: { name: 'Key' } })
    },
  },
  'POST /admin/passkeys/{id}/remove': {
    leaves: 'passkey_removed',
    by: 'admin',
    call: async () => {
      const { browser, params } = await withPasskey()
      await callBy(browser, 'POST /admin/passkeys/{id}/remove', { params, body: {} })
    },
  },
  'POST /admin/step-up': {
    leaves: 'step_up_succeeded',
    by: 'admin',
    call: async () => {
      const { browser, admin } = await newAdmin()
      await callBy(browser, 'POST /admin/step-up', { body: { otp: codeNow(admin) } })
    },
  },
  'POST /admin/sessions/{id}/logout': {
    leaves: 'session_ended',
    by: 'admin',
    call: async () => {
      const { browser, admin } = await newAdmin()
      const { id } = await startSessionOfAdmin(admin)
      await callBy(browser, 'POST /admin/sessions/{id}/logout', { params: { id }, body: {} })
    },
  },
  'POST /admin/sessions/logout-others': {
    leaves: 'other_sessions_ended',
    by: 'admin',
    call: async () => {
      const { browser, admin } = await newAdmin()
      await startSessionOfAdmin(admin)
      await callBy(browser, 'POST /admin/sessions/logout-others', { body: {} })
    },
  },
  'PUT /admin/me/language': {
    leaves: 'profile_changed',
    by: 'admin',
    call: async () => {
      const body = { preferredLanguage: 'fr' }
      await callBy((await newAdmin()).browser, 'PUT /admin/me/language', { body })
    },
  },
  'PUT /admin/me/password': {
    leaves: 'password_changed',
    by: 'admin',
    call: async () => {
      const { browser, admin } = await newAdmin()
      const { password: newPassword, confirmPassword } = newPasswords
      const body = { oldPassword: admin.password, newPassword, confirmPassword }
      await callBy(browser, 'PUT /admin/me/password', { body })
    },
  },
  'POST /admin/recovery-codes': {
    leaves: 'recovery_codes_created',
    by: 'admin',
    call: async () => {
      await callBy((await newAdmin()).browser, 'POST /admin/recovery-codes', { body: {} })
    },
  },
  'POST /admin/reset-mfa/initiate': {
    leaves: 'second_factor_reset_begun',
    by: 'admin',
    call: async () => {
      await callBy((await newAdmin()).browser, 'POST /admin/reset-mfa/initiate', { body: {} })
    },
  },
  'POST /admin/reset-mfa/confirm': {
    leaves: 'second_factor_reset',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      const setup = await callBy(browser, 'POST /admin/reset-mfa/initiate', { body: {} })
      const otp = codeOf((setup as { secret: string }).secret)
      await callBy(browser, 'POST /admin/reset-mfa/confirm', { body: { otp } })
    },
  },
  'GET /admin/logout': {
    leaves: 'logged_out',
    by: 'admin',
    call: async () => callBy((await newAdmin()).browser, 'GET /admin/logout'),
  },
  'POST /admin/set-up': {
    leaves: 'admin_set_up',
    by: 'admin',
    call: async () => {
      const added = await transaction(db, (tx) => inviteAdmin(tx, { kind: 'system' }, joan))
      const token = await mailedToken(db, added?.linkId ?? '')
      await callBy(await newVisitor(), 'POST /admin/set-up', { body: { token, ...newPasswords } })
    },
  },
  'PUT /admin/admin-users/{adminUserId}/roles': {
    leaves: 'admin_roles_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const { id } = await addAdmin({ roles: ['auditor'] })
      const all = (await callBy(browser, 'GET /admin/admin-users')) as {
        id: string
        etag: string
      }[]
      const etag = all.find((each) => each.id === id)?.etag
      await callBy(browser, 'PUT /admin/admin-users/{adminUserId}/roles', {
        params: { adminUserId: id },
        headers: { 'if-match': etag },
        body: { roles: ['support'] },
      })
    },
  },
  'POST /admin/admin-users': {
    leaves: 'admin_added',
    by: 'admin',
    call: async () => {
      const body = { ...joan, email: 'joan.two@portico.example' }
      await callBy((await newAdmin()).browser, 'POST /admin/admin-users', { body })
    },
  },
  ...ofAdmins({
    'PUT /admin/admin-users/{adminUserId}/deactivate': 'admin_deactivated',
    'PUT /admin/admin-users/{adminUserId}/activate': 'admin_activated',
    'POST /admin/admin-users/{adminUserId}/suspend': 'admin_suspended',
    'POST /admin/admin-users/{adminUserId}/reset': 'admin_reset',
    'POST /admin/admin-users/{adminUserId}/sessions/logout': 'all_sessions_ended',
  }),
  'POST /admin/admin-users/{adminUserId}/invitation/revoke': {
    leaves: 'link_revoked',
    by: 'admin',
    call: async () => {
      const [{ browser }, body] = [await newAdmin(), { ...joan, email: 'revoked@portico.example' }]
      const { id } = (await callBy(browser, 'POST /admin/admin-users', { body })) as { id: string }
      const call = { params: { adminUserId: id }, body: { reason: 'Wrong address' } }
      await callBy(browser, 'POST /admin/admin-users/{adminUserId}/invitation/revoke', call)
    },
  },
  'GET /admin/auditlogs': {
    leaves: 'audit_log_searched',
    by: 'admin',
    call: async () => {
      await callBy((await newAdmin()).browser, 'GET /admin/auditlogs')
      // Otherwise recorded only after two seconds.
      await recordWaitingSearches()
    },
  },
  ...ofExports({
    compliance: 'compliance_exported',
    invitations: 'invitations_exported',
    'platforms/all': 'platforms_exported',
    'admin-users': 'admins_exported',
    users: 'users_exported',
    auditlogs: 'audit_log_exported',
  }),
}

async function withPasskey() {
  const { admin, browser } = await newAdmin()
  await giveAdminPasskey(admin)
  const [passkey] = (await callBy(browser, 'GET /admin/passkeys')) as { id: string }[]
  return { browser, params: { id: passkey?.id } }
}

/** Returns the audit cases of changes to another admin's account. */
function ofAdmins(leaves: Record<string, Action>): Record<string, AuditCase> {
  const cases = Object.entries(leaves).map(([key, action]): [string, AuditCase] => [
    key,
    {
      leaves: action,
      by: 'admin',
      ...(action.endsWith('activated') && { changes: true }),
      call: async () => {
        const { browser } = await newAdmin()
        const { id } = await addAdmin({ roles: ['auditor'] })
        if (action === 'admin_activated')
          await run(db)`update admins set active = false where id = ${id}`
        const params = { adminUserId: id }
        await callBy(browser, key, { params, body: { reason: 'Left the company' } })
      },
    },
  ])
  return Object.fromEntries(cases)
}

function ofExports(leaves: Record<string, Action>): Record<string, AuditCase> {
  const cases = Object.entries(leaves).map(([list, action]): [string, AuditCase] => {
    const path = `/admin/${list}/export`
    const call = async () => (await newAdmin()).browser.fetch(`/api${path}`)
    return [`GET ${path}`, { leaves: action, by: 'admin', call }]
  })
  return Object.fromEntries(cases)
}

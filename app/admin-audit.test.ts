import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { mailedToken } from '#domain/link.ts'
import { addMail } from '#domain/mail.ts'
import { partnerNamed } from '#domain/partner.ts'
import { db, transaction } from '#server/db.ts'
import { addAdmin } from '#test/admins.ts'
import { theServer } from '#test/browser.ts'
import {
  anAdmin,
  attempt,
  aUser,
  aVisitor,
  callBy,
  freshCode,
  missingInAll,
  nothingMissing,
  traceless,
  type Deed,
} from '#test/deeds.ts'
import { addUser, codeOf } from '#test/people.ts'
import { changesOf, register } from '#test/registered-platforms.ts'
import { inviteAdmin } from '../features/admin-users/invite-admin.ts'

const fresh = { password: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }
const because = { reason: 'She has left' }

/** Why an endpoint that is no GET leaves nothing: it changes nothing. */
const readsOnly: Record<string, string> = {
  'POST /admin/set-up/check': 'tells whether a link works, and uses nothing up',
  'POST /admin/partners/{id}/ip-allow-rules/dry-run': 'tells who would be refused',
  'POST /admin/configure-mfa/initiate':
    'shows a secret that counts for nothing until its first code',
}

/** How each endpoint is called. One that is missing here fails the test: add it together with the endpoint. */
const deeds: Record<string, Deed> = {
  'POST /admin/login': {
    leaves: 'login_failed',
    by: 'visitor',
    call: async () => {
      const { email } = await addAdmin()
      const body = { email, password: 'Wrong-Harbour-1' }
      await callBy(await aVisitor(), 'POST /admin/login', { body }).catch(() => undefined)
    },
  },
  'POST /admin/login/verify-mfa': {
    leaves: 'login_succeeded',
    by: 'admin',
    call: async () => {
      const grace = await addAdmin()
      const browser = await attempt('/admin/login', grace)
      await callBy(browser, 'POST /admin/login/verify-mfa', { body: { otp: freshCode(grace) } })
    },
  },
  'POST /admin/configure-mfa/confirm': {
    leaves: 'second_factor_set',
    by: 'admin',
    call: async () => {
      const browser = await attempt('/admin/login', await addAdmin({ hasSecondFactor: false }))
      const begun = await callBy(browser, 'POST /admin/configure-mfa/initiate', { body: {} })
      const otp = codeOf((begun as { secret: string }).secret)
      await callBy(browser, 'POST /admin/configure-mfa/confirm', { body: { otp } })
    },
  },
  'POST /admin/step-up': {
    leaves: 'fresh_code_shown',
    by: 'admin',
    call: async () => {
      const { browser, somebody } = await anAdmin()
      await callBy(browser, 'POST /admin/step-up', { body: { otp: freshCode(somebody) } })
    },
  },
  'GET /admin/logout': {
    leaves: 'logged_out',
    by: 'admin',
    call: async () => callBy((await anAdmin()).browser, 'GET /admin/logout'),
  },
  'POST /admin/set-up': {
    leaves: 'admin_set_up',
    by: 'admin',
    call: async () => {
      const added = await inviteAdmin(
        db,
        { kind: 'system' },
        {
          email: 'joan@portico.example',
          firstname: 'Joan',
          lastname: 'Clarke',
          preferredLanguage: 'en',
          roles: ['auditor'],
        },
      )
      const token = await mailedToken(db, added?.linkId ?? '')
      await callBy(await aVisitor(), 'POST /admin/set-up', { body: { token, ...fresh } })
    },
  },
  'PUT /admin/admin-users/{adminUserId}/roles': {
    leaves: 'admin_roles_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await anAdmin()
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
  'GET /admin/auditlogs': {
    leaves: 'audit_log_searched',
    by: 'admin',
    call: async () => callBy((await anAdmin()).browser, 'GET /admin/auditlogs'),
  },
  'GET /admin/auditlogs/export': {
    leaves: 'audit_log_exported',
    by: 'admin',
    call: async () => (await anAdmin()).browser.fetch('/api/admin/auditlogs/export'),
  },
  'POST /admin/partners': {
    leaves: 'partner_added',
    by: 'admin',
    call: async () => {
      const body = { name: 'New Ltd', active: true, subsystems: [], ipAllowRules: [] }
      await callBy((await anAdmin()).browser, 'POST /admin/partners', { body })
    },
  },
  'PUT /admin/partners/{id}': {
    leaves: 'partner_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await anAdmin()
      const params = { id: await partnerNamed(db, 'Old Ltd') }
      const known = (await callBy(browser, 'GET /admin/partners/{id}', { params })) as {
        etag: string
      }
      const body = { name: 'Older Ltd', active: false, subsystems: [], ipAllowRules: [] }
      const headers = { 'if-match': known.etag }
      await callBy(browser, 'PUT /admin/partners/{id}', { params, headers, body })
    },
  },
  'POST /admin/platforms': {
    leaves: 'platform_added',
    by: 'admin',
    call: async () => register((await anAdmin()).browser),
  },
  'PUT /admin/platforms/{id}': {
    leaves: 'platform_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await anAdmin()
      const platform = await register(browser)
      const headers = { 'if-match': '"1"' }
      const body = { ...changesOf(platform), active: false }
      const { id } = platform
      await callBy(browser, 'PUT /admin/platforms/{id}', { params: { id }, headers, body })
    },
  },
  'POST /admin/platforms/{id}/replace-secret': {
    leaves: 'platform_secret_replaced',
    by: 'admin',
    call: () => toPlatform('POST /admin/platforms/{id}/replace-secret', { graceHours: 0 }),
  },
  'POST /admin/platforms/{id}/tell-again': {
    leaves: 'platform_told_again',
    by: 'admin',
    call: () => toPlatform('POST /admin/platforms/{id}/tell-again', {}),
  },
  'POST /admin/invitations': {
    leaves: 'invitation_made',
    by: 'admin',
    call: () => anInvitation(),
  },
  'POST /admin/invitations/{id}/resend': {
    leaves: 'invitation_sent_again',
    by: 'admin',
    call: async () => {
      const { browser, id } = await anInvitation()
      await callBy(browser, 'POST /admin/invitations/{id}/resend', { params: { id }, body: {} })
    },
  },
  'POST /admin/invitations/{id}/revoke': {
    leaves: 'invitation_revoked',
    by: 'admin',
    call: async () => {
      const { browser, id } = await anInvitation()
      await callBy(browser, 'POST /admin/invitations/{id}/revoke', { params: { id }, body: {} })
    },
  },
  'PUT /admin/users/{id}/deactivate': {
    leaves: 'user_deactivated',
    by: 'admin',
    changes: true,
    call: () => toUser('PUT /admin/users/{id}/deactivate'),
  },
  'PUT /admin/users/{id}/activate': {
    leaves: 'user_activated',
    by: 'admin',
    changes: true,
    call: async () => {
      const id = await toUser('PUT /admin/users/{id}/deactivate')
      await toUser('PUT /admin/users/{id}/activate', id)
    },
  },
  'POST /admin/users/{id}/sessions/logout': {
    leaves: 'all_sessions_ended',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/sessions/logout'),
  },
  'POST /admin/users/{id}/reset-mfa': {
    leaves: 'second_factor_link_sent',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/reset-mfa'),
  },
  'POST /admin/users/{id}/reset-password': {
    leaves: 'password_link_sent',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/reset-password'),
  },
  'POST /admin/mails/{id}/resend': {
    leaves: 'mail_sent_again',
    by: 'admin',
    call: async () => {
      const ada = await addUser()
      const id = await transaction(db, (tx) =>
        addMail(tx, { kind: 'password-changed', to: ada.email, userId: ada.id, language: 'en' }),
      )
      await db.query(`update mails set state = 'failed' where id = $1`, [id])
      const { browser } = await anAdmin()
      await callBy(browser, 'POST /admin/mails/{id}/resend', { params: { id }, body: {} })
    },
  },
}

async function toUser(key: string, userId?: string): Promise<string> {
  const id = userId ?? (await aUser()).ada.id
  await callBy((await anAdmin()).browser, key, { params: { id }, body: because })
  return id
}

async function toPlatform(key: string, body: object): Promise<void> {
  const { browser } = await anAdmin()
  const { id } = await register(browser)
  await callBy(browser, key, { params: { id }, headers: { 'if-match': '"1"' }, body })
}

async function anInvitation() {
  const { browser } = await anAdmin()
  const body = {
    email: `guest${Math.random()}@quay.example`,
    firstname: 'Grace',
    lastname: 'Hopper',
    partnerId: await partnerNamed(db, 'Harbour Ltd'),
    subsystems: [],
    preferredLanguage: 'en',
  }
  const { id } = (await callBy(browser, 'POST /admin/invitations', { body })) as { id: string }
  return { browser, id }
}

test('every deed in the admin area leaves a row with actor, target, address and request id', async () => {
  nothingMissing(await missingInAll(deeds))
})

test('no endpoint of the admin area that changes something goes without a row', async () => {
  const { served } = await theServer()
  const own = served.filter(({ path }) => path.startsWith('/admin/'))
  ok(own.length > 20)
  deepEqual(traceless(own, { ...deeds, ...readsOnly }), [])
})

import { enqueueMail } from '#domain/mail.ts'
import { partnerNamed } from '#domain/partner.ts'
import { db, transaction } from '#server/db.ts'
import { anAdmin, aUser, callBy, type Deed } from './actions.ts'
import { addUser } from '../people.ts'

const because = { reason: 'She has left' }

/** What admins do to companies and their people. */
export const deeds: Record<string, Deed> = {
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
  'POST /admin/invitations': {
    leaves: 'invitation_created',
    by: 'admin',
    call: () => anInvitation(),
  },
  'POST /admin/invitations/{id}/resend': {
    leaves: 'invitation_resent',
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
    leaves: 'mail_resent',
    by: 'admin',
    call: async () => {
      const ada = await addUser()
      const id = await transaction(db, (tx) =>
        enqueueMail(tx, {
          kind: 'password-changed',
          to: ada.email,
          userId: ada.id,
          language: 'en',
        }),
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

import { randomUUID } from 'node:crypto'
import { createLink } from '#domain/sign-in/link.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { listPasskeys } from '#domain/passkeys/passkey.ts'
import { listSessions } from '#domain/sessions/session.ts'
import { db, transaction } from '#server/db.ts'
import { newAdmin, newUser, callBy, type AuditCase } from './audit-cases.ts'
import { givePasskey } from '../passkeys.ts'
import { addPlatform, addUser, startUserSession } from '../people.ts'

const reason = { reason: 'Left the company' }

/** The audit cases of admins' actions on companies and their users. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/partners': {
    leaves: 'partner_added',
    by: 'admin',
    call: async () => {
      const body = { name: 'New Ltd', active: true, subsystems: [], ipAllowRules: [] }
      await callBy((await newAdmin()).browser, 'POST /admin/partners', { body })
    },
  },
  'PUT /admin/partners/{id}': {
    leaves: 'partner_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const params = { id: await findOrCreatePartner(db, 'Old Ltd') }
      const partner = (await callBy(browser, 'GET /admin/partners/{id}', { params })) as {
        etag: string
      }
      const body = { name: 'Older Ltd', active: false, subsystems: [], ipAllowRules: [] }
      const headers = { 'if-match': partner.etag }
      await callBy(browser, 'PUT /admin/partners/{id}', { params, headers, body })
    },
  },
  'GET /admin/partners/export': {
    leaves: 'partners_exported',
    by: 'admin',
    call: async () => (await newAdmin()).browser.fetch('/api/admin/partners/export'),
  },
  'POST /admin/invitations': {
    leaves: 'invitation_created',
    by: 'admin',
    call: () => newInvitation(),
  },
  'POST /admin/invitations/{id}/resend': {
    leaves: 'invitation_resent',
    by: 'admin',
    call: async () => {
      const { browser, id } = await newInvitation()
      await callBy(browser, 'POST /admin/invitations/{id}/resend', { params: { id }, body: {} })
    },
  },
  'POST /admin/invitations/{id}/revoke': {
    leaves: 'invitation_revoked',
    by: 'admin',
    call: async () => {
      const { browser, id } = await newInvitation()
      await callBy(browser, 'POST /admin/invitations/{id}/revoke', { params: { id }, body: {} })
    },
  },
  'POST /admin/invitations/bulk': {
    leaves: 'invitation_created',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      const { partnerId: companyId, subsystems, ...row } = await guestInput()
      const body = { companyId, subsystems, rows: [row] }
      await callBy(browser, 'POST /admin/invitations/bulk', { headers: newKey(), body })
    },
  },
  'POST /admin/invitations/bulk/resend': {
    leaves: 'invitation_resent',
    by: 'admin',
    call: () => toInvitations('POST /admin/invitations/bulk/resend'),
  },
  'POST /admin/invitations/bulk/change': {
    leaves: 'invitation_changed',
    by: 'admin',
    changes: true,
    call: () => toInvitations('POST /admin/invitations/bulk/change', { preferredLanguage: 'fr' }),
  },
  'POST /admin/invitations/bulk/revoke': {
    leaves: 'invitation_revoked',
    by: 'admin',
    call: () => toInvitations('POST /admin/invitations/bulk/revoke'),
  },
  'POST /admin/search/opened': {
    leaves: 'search_result_opened',
    by: 'admin',
    call: async () => {
      const { id } = await addUser()
      const body = { kind: 'user', id }
      await callBy((await newAdmin()).browser, 'POST /admin/search/opened', { body })
    },
  },
  'POST /admin/bulk': {
    leaves: 'bulk_job_started',
    by: 'admin',
    call: async () => {
      await newBulkJob()
    },
  },
  'POST /admin/bulk/{id}/cancel': {
    leaves: 'bulk_job_cancelled',
    by: 'admin',
    call: async () => {
      const { browser, params } = await newBulkJob()
      await callBy(browser, 'POST /admin/bulk/{id}/cancel', { params, body: {} })
    },
  },
  'GET /admin/bulk/{id}/export': {
    leaves: 'bulk_results_exported',
    by: 'admin',
    call: async () => {
      const { browser, params } = await newBulkJob()
      await browser.fetch(`/api/admin/bulk/${params.id}/export`)
    },
  },
  'POST /admin/partners/{id}/platforms/{subsystem}/give': {
    leaves: 'partner_platform_given',
    by: 'admin',
    call: () => toCompany('POST /admin/partners/{id}/platforms/{subsystem}/give'),
  },
  'POST /admin/partners/{id}/platforms/{subsystem}/take': {
    leaves: 'partner_platform_taken',
    by: 'admin',
    call: () => toCompany('POST /admin/partners/{id}/platforms/{subsystem}/take'),
  },
  'PUT /admin/users/{id}/platforms': {
    leaves: 'platform_access_given',
    by: 'admin',
    changes: true,
    call: async () => {
      await addPlatform({ id: 'given' })
      const params = { id: (await newUser()).user.id }
      const body = { ...reason, subsystems: [{ id: 'given' }] }
      await callBy((await newAdmin()).browser, 'PUT /admin/users/{id}/platforms', { params, body })
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
  'POST /admin/users/{id}/sessions/{sessionId}/logout': {
    leaves: 'session_ended',
    by: 'admin',
    call: async () => {
      const { user } = await newUser()
      await startUserSession(user)
      const [open] = await listSessions(db, user.id)
      const params = { id: user.id, sessionId: open?.id ?? '' }
      const { browser } = await newAdmin()
      const key = 'POST /admin/users/{id}/sessions/{sessionId}/logout'
      await callBy(browser, key, { params, body: reason })
    },
  },
  'POST /admin/users/{id}/reset-mfa': {
    leaves: 'second_factor_link_sent',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/reset-mfa'),
  },
  'POST /admin/users/{id}/disable-mfa': {
    leaves: 'second_factor_disabled',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/disable-mfa'),
  },
  'POST /admin/users/{id}/passkeys/{passkeyId}/disable': {
    leaves: 'passkey_disabled',
    by: 'admin',
    call: async () => {
      const { user } = await newUser()
      await givePasskey(user)
      const [passkey] = await listPasskeys(db, user.id)
      const params = { id: user.id, passkeyId: passkey?.id ?? '' }
      const key = 'POST /admin/users/{id}/passkeys/{passkeyId}/disable'
      await callBy((await newAdmin()).browser, key, { params, body: reason })
    },
  },
  'POST /admin/users/{id}/tokens/{tokenId}/revoke': {
    leaves: 'link_revoked',
    by: 'admin',
    call: async () => {
      const { user } = await newUser()
      const link = { userId: user.id, email: user.email, createdBy: 'user' }
      const tokenId = await createLink(db, { kind: 'reset-mfa', ...link })
      const params = { id: user.id, tokenId }
      const key = 'POST /admin/users/{id}/tokens/{tokenId}/revoke'
      await callBy((await newAdmin()).browser, key, { params, body: reason })
    },
  },
  'POST /admin/users/{id}/reset-password': {
    leaves: 'password_link_sent',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/reset-password'),
  },
  'POST /admin/users/{id}/recover': {
    leaves: 'account_recovery_begun',
    by: 'admin',
    call: () => toUser('POST /admin/users/{id}/recover'),
  },
  'POST /admin/mails/{id}/resend': {
    leaves: 'mail_resent',
    by: 'admin',
    call: async () => {
      const user = await addUser()
      const id = await transaction(db, (tx) =>
        enqueueMail(tx, 'password-changed', { id: user.id, email: user.email }),
      )
      await db.query(`update mails set state = 'failed' where id = $1`, [id])
      const { browser } = await newAdmin()
      await callBy(browser, 'POST /admin/mails/{id}/resend', { params: { id }, body: {} })
    },
  },
}

async function toUser(key: string, userId?: string): Promise<string> {
  const id = userId ?? (await newUser()).user.id
  await callBy((await newAdmin()).browser, key, { params: { id }, body: reason })
  return id
}

async function toCompany(key: string): Promise<void> {
  await addPlatform({ id: 'of-all' })
  const params = { id: await findOrCreatePartner(db, 'Harbour Ltd'), subsystem: 'of-all' }
  await callBy((await newAdmin()).browser, key, { params, body: reason })
}

const newKey = () => ({ 'idempotency-key': randomUUID() })

async function toInvitations(key: string, changes: object = {}): Promise<void> {
  const { browser, id } = await newInvitation()
  await callBy(browser, key, { headers: newKey(), body: { ids: [id], ...changes } })
}

async function guestInput() {
  return {
    email: `guest${Math.random()}@quay.example`,
    firstname: 'Grace',
    lastname: 'Hopper',
    partnerId: await findOrCreatePartner(db, 'Harbour Ltd'),
    subsystems: [],
    preferredLanguage: 'en',
  }
}

async function newInvitation() {
  const { browser } = await newAdmin()
  const body = await guestInput()
  const { id } = (await callBy(browser, 'POST /admin/invitations', { body })) as { id: string }
  return { browser, id }
}

async function newBulkJob() {
  const { browser } = await newAdmin()
  const { id } = await addUser()
  const body = { action: 'deactivate', ids: [id], ...reason }
  return {
    browser,
    params: (await callBy(browser, 'POST /admin/bulk', { body })) as { id: string },
  }
}

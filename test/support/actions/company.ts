import { rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ApprovalAsked } from '#contract/call.ts'
import { openDueReviews } from '#domain/platform-access/access-review-work.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, run, scalar } from '#server/db.ts'
import { addSeniorAdmin } from '../approvals.ts'
import { addColleague, addDelegated, giveCompanyRoles, inviteBy, newRow } from '../delegated.ts'
import { addUser, logIn } from '../people.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

/** The audit cases of actions by company administrators, and of admins' actions on them. */

const reason = { reason: 'Left the team' }

async function newBoss() {
  const company = await addDelegated(`Company ${randomUUID()}`)
  return { company, ...(await addColleague(company, ['owner'])) }
}

type Boss = Awaited<ReturnType<typeof newBoss>>

async function onColleague(key: string, body: object, headers: object = {}) {
  const boss = await newBoss()
  const { id } = await addColleague(boss.company)
  await callBy(boss.browser, key, { params: { id }, body, headers })
  return { boss, id }
}

async function onInvitation(key: string) {
  const boss = await newBoss()
  const [invitation] = await inviteBy(boss, [newRow()])
  await callBy(boss.browser, key, { params: { id: invitation?.id }, body: {} })
}

async function onRequest(key: string, body: object) {
  const boss = await newBoss()
  const user = await addColleague(boss.company)
  await ask(boss, user)
  const id = await scalar<string>(db)`select id from access_requests where user_id = ${user.id}`
  await callBy(boss.browser, key, { params: { id }, body })
}

/** Creates a recovery request by one company administrator and decides it by another. */
async function onRecovery(key: string, body: object) {
  const boss = await newBoss()
  const other = await addColleague(boss.company, ['people'])
  const { id } = await addColleague(boss.company)
  const asking = 'POST /users/company/users/{id}/recovery'
  await rejects(callBy(other.browser, asking, { params: { id }, body: reason }), ApprovalAsked)
  const approvalId = await scalar<string>(db)`select id from approvals where target_id = ${id}`
  await callBy(boss.browser, key, { params: { id: approvalId }, body })
}

function ask({ company }: Boss, { browser }: Pick<Boss, 'browser'>) {
  const body = { subsystem: company.platforms[0], reason: 'For the audit' }
  return callBy(browser, 'POST /users/access-requests', { body })
}

/** Adds an open access review of a company with a second user. */
async function reviewed() {
  const boss = await newBoss()
  const { partnerId } = boss.company
  await addColleague(boss.company, ['people'])
  await run(db)`
    update partners set review_months = 3, created_at = now() - interval '1 year' where id = ${partnerId}`
  await openDueReviews(db)
  const id = await scalar<string>(db)`select id from access_reviews where partner_id = ${partnerId}`
  return { boss, id: id ?? '' }
}

/** Returns another user of the company. */
function otherUserId({ id, company }: Boss): Promise<string | undefined> {
  return scalar<string>(db)`
    select id from users where partner_id = ${company.partnerId} and id <> ${id} limit 1`
}

/** The endpoints that are not GET and write no audit row, each with the reason. */
export const readsOnly: Record<string, string> = {
  'POST /users/company/invitations/check': 'checks rows without sending them',
  'POST /users/company/network-rules/dry-run': 'counts users without saving the networks',
}

export const actions: Record<string, AuditCase> = {
  'PUT /users/company/users/{id}/platforms': {
    leaves: 'platform_access_given',
    by: 'user',
    changes: true,
    call: async () => {
      const boss = await newBoss()
      const { id } = await addColleague(boss.company)
      const body = { subsystems: [{ id: boss.company.platforms[0] }] }
      const user = await callBy(boss.browser, 'GET /users/company/users/{id}', { params: { id } })
      const headers = { 'if-match': (user as { etag: string }).etag }
      const key = 'PUT /users/company/users/{id}/platforms'
      await callBy(boss.browser, key, { params: { id }, headers, body })
    },
  },
  'PUT /users/company/users/{id}/activate': {
    leaves: 'user_activated',
    by: 'user',
    changes: true,
    call: async () => {
      const { boss, id } = await onColleague('PUT /users/company/users/{id}/deactivate', reason)
      const key = 'PUT /users/company/users/{id}/activate'
      await callBy(boss.browser, key, { params: { id }, body: reason })
    },
  },
  'PUT /users/company/users/{id}/deactivate': {
    leaves: 'user_deactivated',
    by: 'user',
    changes: true,
    call: () => onColleague('PUT /users/company/users/{id}/deactivate', reason),
  },
  'POST /users/company/users/{id}/sessions/logout': {
    leaves: 'all_sessions_ended',
    by: 'user',
    call: () => onColleague('POST /users/company/users/{id}/sessions/logout', reason),
  },
  'POST /users/company/users/{id}/recovery': {
    leaves: 'recovery_asked',
    by: 'user',
    call: async () => {
      const { boss, id } = await onColleague(
        'POST /users/company/users/{id}/sessions/logout',
        reason,
      )
      await addSeniorAdmin()
      const request = callBy(boss.browser, 'POST /users/company/users/{id}/recovery', {
        params: { id },
        body: reason,
      })
      await rejects(request, ApprovalAsked)
    },
  },
  'POST /users/company/approvals/{id}/approve': {
    leaves: 'approval_approved',
    by: 'user',
    call: () =>
      onRecovery('POST /users/company/approvals/{id}/approve', {
        evidence: 'Called back on the number of the office.',
      }),
  },
  'POST /users/company/approvals/{id}/refuse': {
    leaves: 'approval_refused',
    by: 'user',
    call: () => onRecovery('POST /users/company/approvals/{id}/refuse', reason),
  },
  'PUT /users/company/users/{id}/roles': {
    leaves: 'company_role_changed',
    by: 'user',
    changes: true,
    call: () =>
      onColleague(
        'PUT /users/company/users/{id}/roles',
        { roles: ['people'] },
        { 'if-match': '"0"' },
      ),
  },
  'POST /users/company/invitations': {
    leaves: 'invitation_created',
    by: 'user',
    call: async () => inviteBy(await newBoss(), [newRow()]),
  },
  'POST /users/company/invitations/{id}/resend': {
    leaves: 'invitation_resent',
    by: 'user',
    call: () => onInvitation('POST /users/company/invitations/{id}/resend'),
  },
  'POST /users/company/invitations/{id}/revoke': {
    leaves: 'invitation_revoked',
    by: 'user',
    call: () => onInvitation('POST /users/company/invitations/{id}/revoke'),
  },
  'PUT /users/company/network-rules': {
    leaves: 'partner_changed',
    by: 'user',
    changes: true,
    call: async () => {
      const { browser } = await newBoss()
      const { etag } = (await callBy(browser, 'GET /users/company/network-rules')) as {
        etag: string
      }
      const body = { ipAllowRules: [] }
      const headers = { 'if-match': etag }
      await callBy(browser, 'PUT /users/company/network-rules', { headers, body })
    },
  },
  'GET /users/company/audit/export': {
    leaves: 'audit_log_exported',
    by: 'user',
    call: async () => (await newBoss()).browser.fetch('/api/users/company/audit/export'),
  },
  'POST /users/access-requests': {
    leaves: 'access_requested',
    by: 'user',
    call: async () => {
      const boss = await newBoss()
      await ask(boss, await addColleague(boss.company))
    },
  },
  'POST /users/company/requests/{id}/give': {
    leaves: 'access_request_given',
    by: 'user',
    call: () => onRequest('POST /users/company/requests/{id}/give', {}),
  },
  'POST /users/company/requests/{id}/refuse': {
    leaves: 'access_request_refused',
    by: 'user',
    call: () => onRequest('POST /users/company/requests/{id}/refuse', reason),
  },
  'PUT /users/company/reviews/{id}/items': {
    leaves: 'review_decided',
    by: 'user',
    call: async () => {
      const { boss, id } = await reviewed()
      const item = { userId: (await otherUserId(boss)) ?? '', subsystem: null, decision: 'keep' }
      const key = 'PUT /users/company/reviews/{id}/items'
      await callBy(boss.browser, key, { params: { id }, body: { items: [item] } })
    },
  },
  'GET /users/company/review-items/export': {
    leaves: 'review_exported',
    by: 'user',
    call: async () => {
      const { boss, id } = await reviewed()
      await boss.browser.fetch(`/api/users/company/review-items/export?review=${id}`)
    },
  },
  'POST /users/company/leave': {
    leaves: 'company_left',
    by: 'user',
    changes: true,
    call: async () => {
      const { company } = await newBoss()
      const { browser } = await addColleague(company, ['people'], {
        platforms: [company.platforms[0]],
      })
      await callBy(browser, 'POST /users/company/leave', { body: {} })
    },
  },
  'POST /users/company-invitations/{id}/join': {
    leaves: 'company_joined',
    by: 'user',
    call: async () => {
      const boss = await newBoss()
      const loner = await addUser({ company: null })
      const [invitation] = await inviteBy(boss, [newRow(loner)], {
        subsystems: [boss.company.platforms[0]],
      })
      const browser = await logIn(loner, { ipAddress: '198.51.100.42' })
      const key = 'POST /users/company-invitations/{id}/join'
      await callBy(browser, key, { params: { id: invitation?.id }, body: {} })
    },
  },
  'PUT /admin/partners/{id}/delegation': {
    leaves: 'company_delegation_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const params = { id: await findOrCreatePartner(db, 'Undelegated Ltd') }
      const { etag } = (await callBy(browser, 'GET /admin/partners/{id}/delegation', {
        params,
      })) as { etag: string }
      const limits = { seats: 25, subsystems: null, reviewMonths: 6, reviewStrict: true }
      const body = { delegated: true, ...limits }
      const headers = { 'if-match': etag }
      await callBy(browser, 'PUT /admin/partners/{id}/delegation', { params, headers, body })
    },
  },
  'PUT /admin/partners/{id}/owners': {
    leaves: 'company_role_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { company, id } = await newBoss()
      await giveCompanyRoles({ id })
      const params = { id: company.partnerId }
      const body = { owners: [id], reason: 'Contract of May' }
      await callBy((await newAdmin()).browser, 'PUT /admin/partners/{id}/owners', { params, body })
    },
  },
  'POST /admin/users/{id}/company': {
    leaves: 'user_moved',
    by: 'admin',
    changes: true,
    call: async () => {
      const { company } = await newBoss()
      const { id } = await addUser()
      const body = { companyId: company.partnerId, reason: 'Changed the employer' }
      const { browser } = await newAdmin()
      await callBy(browser, 'POST /admin/users/{id}/company', { params: { id }, body })
    },
  },
}

import { db, run } from '#server/db.ts'
import { ageRoles, askAboutUser } from '../approvals.ts'
import { addAdmin } from '../people.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

/** The audit case of each endpoint. Add an entry together with the endpoint. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/approvals/{id}/approve': {
    leaves: 'approval_approved',
    by: 'admin',
    call: () => decide('POST /admin/approvals/{id}/approve', {}),
  },
  'POST /admin/approvals/{id}/refuse': {
    leaves: 'approval_refused',
    by: 'admin',
    call: () => decide('POST /admin/approvals/{id}/refuse', { reason: 'Nobody ordered it' }),
  },
  'POST /admin/approvals/{id}/cancel': {
    leaves: 'approval_cancelled',
    by: 'admin',
    call: async () => {
      const { admin, browser } = await newAdmin()
      const { id } = await askAboutUser(admin)
      const body = { reason: 'No longer needed' }
      await callBy(browser, 'POST /admin/approvals/{id}/cancel', { params: { id }, body })
    },
  },
}

/**
 * Approves or rejects a request. Uses an admin with an old role only here, because a second such admin would make other
 * actions wait for approval.
 */
async function decide(key: string, body: object): Promise<void> {
  const { id } = await askAboutUser(await addAdmin())
  const { admin, browser } = await newAdmin()
  await ageRoles(admin)
  await callBy(browser, key, { params: { id }, body })
  await run(db)`update admin_roles set given_at = now() where admin_id = ${admin.id}`
}

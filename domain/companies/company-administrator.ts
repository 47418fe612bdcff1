import type { CompanyRole } from '#contract/permission.ts'
import { row, type Db, type Transaction } from '#server/db.ts'
import { listAdminsWith } from '../accounts/admin.ts'
import { actorText, recordAudit, type Actor } from '../audit/audit.ts'
import {
  findCompanyRoles,
  hasOtherOwner,
  lockCompany,
  replaceCompanyRoles,
} from './company-role.ts'
import { enqueueMail, mailUser, type Recipient } from '../mail/mail.ts'

/** Changes of roles in a company with their audit rows and emails, and the report of a company without an owner. */

type Change = { roles: readonly CompanyRole[]; reason?: string | undefined }

/** Replaces the company roles of a user, records the change and emails the user. Returns false if nothing changes. */
export async function changeCompanyRoles(
  tx: Transaction,
  actor: Actor,
  user: Recipient & { partnerId: string | null },
  { roles, reason }: Change,
): Promise<boolean> {
  const before = await findCompanyRoles(tx, user.id)
  const added = roles.filter((role) => !before.includes(role))
  const removed = before.filter((role) => !roles.includes(role))
  if (added.length + removed.length === 0) return false
  await replaceCompanyRoles(tx, user.id, roles, actorText(actor))
  await recordAudit(tx, actor, 'company_role_changed', {
    targetId: user.id,
    data: { before: { roles: before }, after: { roles }, ...(reason !== undefined && { reason }) },
  })
  const company = { partnerId: user.partnerId ?? '' }
  if (added.length > 0)
    await mailUser(tx, 'company-role-given', user, { ...company, roles: added.join(',') })
  if (removed.length > 0)
    await mailUser(tx, 'company-role-taken', user, { ...company, roles: removed.join(',') })
  return true
}

type Company = { id: string; name: string }

/** Returns the company that a user owns, if it has administrators of its own; otherwise undefined. */
function findOwnedCompany(db: Db, userId: string): Promise<Company | undefined> {
  return row<Company>(db)`
    select p.id, p.name
    from company_roles r join users u on u.id = r.user_id join partners p on p.id = u.partner_id
    where r.user_id = ${userId} and r.role = 'owner' and p.delegated`
}

/**
 * Locks the company that this user owns, for `reportLostOwner`. Call it before the user's row is locked: every other
 * change also locks the company first, so that concurrent changes cannot deadlock.
 */
export async function lockOwnedCompany(tx: Transaction, userId: string): Promise<void> {
  const company = await findOwnedCompany(tx, userId)
  if (company) await lockCompany(tx, company.id)
}

/**
 * Emails the admins who manage companies if a company loses its last owner because this user is deactivated, locks the
 * account or leaves. Call it while the user still belongs to the locked company.
 */
export async function reportLostOwner(tx: Transaction, userId: string): Promise<void> {
  const company = await findOwnedCompany(tx, userId)
  if (!company || (await hasOtherOwner(tx, company.id, userId))) return
  for (const admin of await listAdminsWith(tx, 'manage_partner'))
    await enqueueMail(tx, 'company-without-owner', admin, { partnerId: company.id })
}

import type { CompanyRole } from '#contract/permission.ts'
import { row, type Db, type Transaction } from '#server/db.ts'
import { listAdminsWith } from './admin.ts'
import { actorText, recordAudit, type Actor } from './audit.ts'
import { findCompanyRoles, hasOtherOwner, replaceCompanyRoles } from './company-role.ts'
import { enqueueMail, mailUser, type Recipient } from './mail.ts'

/** What happens beside a change of the roles in a company: records, mails, and the last owner. */

type Change = { roles: readonly CompanyRole[]; reason?: string | undefined }

/** Gives and takes roles of a user; records and mails the change. False where nothing changes. */
export async function changeCompanyRoles(
  tx: Transaction,
  actor: Actor,
  user: Recipient & { partnerId: string | null },
  { roles, reason }: Change,
): Promise<boolean> {
  const before = await findCompanyRoles(tx, user.id)
  const given = roles.filter((role) => !before.includes(role))
  const taken = before.filter((role) => !roles.includes(role))
  if (given.length + taken.length === 0) return false
  await replaceCompanyRoles(tx, user.id, roles, actorText(actor))
  await recordAudit(tx, actor, 'company_role_changed', {
    targetId: user.id,
    data: { before: { roles: before }, after: { roles }, ...(reason !== undefined && { reason }) },
  })
  const company = { partnerId: user.partnerId ?? '' }
  if (given.length > 0)
    await mailUser(tx, 'company-role-given', user, { ...company, roles: given.join(',') })
  if (taken.length > 0)
    await mailUser(tx, 'company-role-taken', user, { ...company, roles: taken.join(',') })
  return true
}

type Owned = { id: string; name: string }

/** The company with administrators of its own that a user owns; undefined without one. */
function findOwned(db: Db, userId: string): Promise<Owned | undefined> {
  return row<Owned>(db)`
    select p.id, p.name
    from company_roles r join users u on u.id = r.user_id join partners p on p.id = u.partner_id
    where r.user_id = ${userId} and r.role = 'owner' and p.delegated`
}

/**
 * For a user who is deactivated, moved or erased by somebody else: a company whose last owner this is, is reported to
 * the admins who manage companies. Call it while the user still belongs to the company.
 */
export async function reportLostOwner(tx: Transaction, userId: string): Promise<void> {
  const owned = await findOwned(tx, userId)
  if (!owned || (await hasOtherOwner(tx, owned.id, userId))) return
  for (const admin of await listAdminsWith(tx, 'manage_partner'))
    await enqueueMail(tx, 'company-without-owner', admin, { partnerId: owned.id })
}

import { endAdminSessionsOf } from '#domain/sessions/admin-session.ts'
import { isLastSuperAdmin, setAdminActive, type Admin } from '#domain/accounts/admin.ts'
import { storeTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { adminArea, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { findPassword } from '#domain/credentials/password.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { config } from '#server/config.ts'
import { affects, type Transaction } from '#server/db.ts'
import { mailSetUp, resetAdmin } from './invite-admin.ts'

/** Time after which a deactivated admin has to set up the account again, as a PostgreSQL interval. */
const loginKeptFor = '30 days'

/**
 * Activates or deactivates an admin, and ends sessions, login attempts and links. Keeps the roles. An activation more
 * than 30 days after the deactivation also resets the account: password and factors are removed, and a link to set up
 * the account again is emailed. If the account was not set up before, or not again after a reset, an activation emails
 * a new link instead of the notice.
 *
 * Returns false if no active super admin would be left. Call `lockAdmins` first.
 */
export async function setActive(
  tx: Transaction,
  actor: Actor,
  admin: Admin,
  { active, reason }: { active: boolean; reason?: string | undefined },
): Promise<boolean> {
  const { id, email, preferredLanguage, roles } = admin
  if (!active && roles.includes('super_admin') && (await isLastSuperAdmin(tx, id))) return false
  // Stored before an approver is lost, so that the loss does not end two-person approval.
  if (!active) await storeTwoPersonKinds(tx)
  if (!(await setAdminActive(tx, id, active))) return true
  const endedSessions = await endAdminAccess(tx, id)
  const password = await findPassword(tx, id)
  const isSetUp = config.adminSignIn === 'oidc' || password?.isCompromised === false
  const kind = active ? 'admin-activated' : 'admin-deactivated'
  if (active && !isSetUp) await mailSetUp(tx, actor, admin, { isReset: password !== undefined })
  else await enqueueMail(tx, kind, { id, email, preferredLanguage })
  const change = { before: { active: !active }, after: { active } }
  await recordAudit(tx, actor, active ? 'admin_activated' : 'admin_deactivated', {
    targetId: id,
    subSystem: adminArea,
    data: { ...change, endedSessions, ...(reason && { reason }) },
  })
  if (active && isSetUp && (await wasDeactivatedBefore(tx, id, loginKeptFor)))
    await resetAdmin(tx, actor, admin, `deactivated for more than ${loginKeptFor}`)
  return true
}

/** Returns true if the last deactivation is older than `age`, or so old that the audit log no longer contains it. */
function wasDeactivatedBefore(tx: Transaction, id: string, age: string): Promise<boolean> {
  return affects(tx)`
    select from audit_log where target_id = ${id} and action = 'admin_deactivated'
    having coalesce(max(timestamp), '-infinity') < now() - ${age}::interval`
}

/** Ends links, login attempts and sessions of an admin. Returns the number of ended sessions. */
export async function endAdminAccess(tx: Transaction, id: string): Promise<number> {
  await voidLinksOf(tx, id)
  await endLoginAttempts(tx, id)
  return endAdminSessionsOf(tx, id, 'endedInactive')
}

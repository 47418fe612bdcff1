import { endAdminSessionsOf } from '#domain/sessions/admin-session.ts'
import { isLastSuperAdmin, setAdminActive, type Admin } from '#domain/accounts/admin.ts'
import { storeTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { adminArea, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import type { Transaction } from '#server/db.ts'

/**
 * Activates or deactivates an admin, and ends sessions, login attempts and links. Keeps roles and login for a later
 * activation. Returns false if no active super admin would be left. Call `lockAdmins` first.
 */
export async function setActive(
  tx: Transaction,
  actor: Actor,
  { id, email, preferredLanguage, roles }: Admin,
  { active, reason }: { active: boolean; reason?: string | undefined },
): Promise<boolean> {
  if (!active && roles.includes('super_admin') && (await isLastSuperAdmin(tx, id))) return false
  if (!active) await storeTwoPersonKinds(tx)
  if (!(await setAdminActive(tx, id, active))) return true
  const endedSessions = await endAdminAccess(tx, id)
  const kind = active ? 'admin-activated' : 'admin-deactivated'
  await enqueueMail(tx, kind, { id, email, preferredLanguage })
  const change = { before: { active: !active }, after: { active } }
  await recordAudit(tx, actor, active ? 'admin_activated' : 'admin_deactivated', {
    targetId: id,
    subSystem: adminArea,
    data: { ...change, endedSessions, ...(reason && { reason }) },
  })
  return true
}

/** Ends links, login attempts and sessions of an admin. Returns the number of ended sessions. */
export async function endAdminAccess(tx: Transaction, id: string): Promise<number> {
  await voidLinksOf(tx, id)
  await endLoginAttempts(tx, id)
  return endAdminSessionsOf(tx, id, 'endedInactive')
}

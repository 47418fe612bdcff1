import { endAdminSessionsOf } from '#domain/admin-session.ts'
import {
  findAdmin,
  isLastSuperAdmin,
  lockAdmins,
  setAdminActive,
  type Admin,
} from '#domain/admin.ts'
import { adminArea, recordAudit, type Actor } from '#domain/audit.ts'
import { voidLinksOf } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/**
 * Lets an admin in again, or ends what they hold: sessions, login attempts, links. Roles and login stay for the day of
 * their return. Returns false where no active super admin would be left.
 */
export function setActive(db: Db, actor: Actor, { id }: Admin, active: boolean): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockAdmins(tx)
    const isSuper = (await findAdmin(tx, id))?.roles.includes('super_admin')
    if (!active && isSuper && (await isLastSuperAdmin(tx, id))) return false
    if (!(await setAdminActive(tx, id, active))) return true
    const endedSessions = await endAdminAccess(tx, id)
    await recordAudit(tx, actor, active ? 'admin_activated' : 'admin_deactivated', {
      targetId: id,
      subSystem: adminArea,
      data: { endedSessions },
    })
    return true
  })
}

/** Ends links, login attempts and sessions of an admin; returns how many sessions ended. */
export async function endAdminAccess(tx: Transaction, id: string): Promise<number> {
  await voidLinksOf(tx, id)
  await endLoginAttempts(tx, id)
  return endAdminSessionsOf(tx, id, 'endedInactive')
}

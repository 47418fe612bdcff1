import { recordAudit, type Actor } from '#domain/audit.ts'
import { requeueNotifications } from '#domain/platform-session.ts'
import { transaction, type Db } from '#server/db.ts'

/** Returns how many logout notifications are sent again. */
export function resendNotifications(db: Db, actor: Actor, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const again = await requeueNotifications(tx, id)
    await recordAudit(tx, actor, 'logout_notifications_resent', { targetId: id, data: { again } })
    return again
  })
}

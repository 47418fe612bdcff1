import { recordAudit } from '#domain/audit.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { requireUser } from './list.ts'

/** Ends every session of a user, here and on every platform; returns how many. The user may log in again. */
export async function endSessions(
  db: Db,
  caller: AdminCaller,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    const ended = await endSessionsOf(tx, user.id)
    await recordAudit(tx, caller, 'all_sessions_ended', {
      targetId: user.id,
      data: { ended, reason },
    })
    return ended
  })
}

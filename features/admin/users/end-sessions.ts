import { recordAudit } from '#domain/audit.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { requireUser } from './require-user.ts'

type Wish = { id: string; reason: string }

/** Ends all of a person's sessions, here and on every platform; how many. She may log in again. */
export async function endSessions(
  db: Db,
  caller: AdminCaller,
  { id, reason }: Wish,
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

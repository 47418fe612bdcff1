import { recordAudit } from '#domain/audit.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** How many have ended; the caller keeps this one. */
export function endOthers(db: Db, caller: UserCaller): Promise<number> {
  return transaction(db, async (tx) => {
    const ended = await endSessionsOf(tx, caller.userId, { except: caller.sessionId })
    if (ended > 0) await recordAudit(tx, caller, 'other_sessions_ended', { data: { ended } })
    return ended
  })
}

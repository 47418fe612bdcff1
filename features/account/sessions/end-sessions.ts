import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { endSession, endSessionsOf, listSessions } from '#domain/sessions/session.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { endSession as endpoint } from './contract.ts'

const { refusals } = endpoint

/** Ends a session of the caller. Throws `notFound` for an unknown id and for another user's session. */
export async function endOne(db: Db, caller: UserCaller, id: string): Promise<void> {
  const own = await listSessions(db, caller.userId)
  if (!own.some((session) => session.id === id)) throw new Refusal(refusals.notFound)
  await transaction(db, async (tx) => {
    if (!(await endSession(tx, id, 'endedElsewhere'))) throw new Refusal(refusals.notFound)
    await recordAudit(tx, caller, 'session_ended', { targetId: id })
  })
}

/** Ends all sessions except the caller's current one; returns how many. */
export function endOthers(db: Db, caller: UserCaller): Promise<number> {
  return transaction(db, async (tx) => {
    const ended = await endSessionsOf(tx, caller.userId, 'endedElsewhere', caller.sessionId)
    if (ended > 0) await recordAudit(tx, caller, 'other_sessions_ended', { data: { ended } })
    return ended
  })
}

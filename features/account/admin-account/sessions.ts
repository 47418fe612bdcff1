import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  endAdminSessionOf,
  endAdminSessionsOf,
  listAdminSessions,
} from '#domain/sessions/admin-session.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Returns the open sessions of the caller, the current one first. */
export async function listOwnSessions(db: Db, { adminId, sessionId }: AdminCaller) {
  const open = await listAdminSessions(db, adminId)
  const sessions = open.map((each) => ({ ...each, current: each.id === sessionId }))
  return sessions.sort((one, other) => Number(other.current) - Number(one.current))
}

/** Ends one session of the caller. Throws `notFound` for an unknown id and for a session of another admin. */
export async function endOne(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const isEnded = await endAdminSessionOf(tx, caller.adminId, id, 'endedElsewhere')
    if (!isEnded) throw new Refusal(errorCodes.notFound)
    await recordAudit(tx, caller, 'session_ended', { targetId: id })
  })
}

/** Ends all sessions except the caller’s current one. Returns the number of ended sessions. */
export function endOthers(db: Db, caller: AdminCaller): Promise<number> {
  const { adminId, sessionId } = caller
  return transaction(db, async (tx) => {
    const ended = await endAdminSessionsOf(tx, adminId, 'endedElsewhere', sessionId)
    if (ended > 0) await recordAudit(tx, caller, 'other_sessions_ended', { data: { ended } })
    return ended
  })
}

import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { endSession, listSessions } from '#domain/session.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { endSession as endpoint } from './contract.ts'

/** Another person's session, and one that does not exist, answer alike. */
export async function endOne(db: Db, caller: UserCaller, id: string): Promise<void> {
  const own = await listSessions(db, caller.userId)
  if (!own.some((session) => session.id === id)) throw new Refusal(endpoint.refusals.notFound)
  await transaction(db, async (tx) => {
    if (!(await endSession(tx, id))) throw new Refusal(endpoint.refusals.notFound)
    await recordAudit(tx, caller, 'session_ended', { targetId: id })
  })
}

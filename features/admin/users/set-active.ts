import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { endSession, listSessions } from '#domain/session.ts'
import { endUserSessions, setUserActive as setActive } from '#domain/user-activation.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { findListedUser, requireUser, type ListedUser } from './list.ts'

type Change = { id: string; active: boolean; reason?: string | undefined }

/** Idempotent: a second call changes, records and mails nothing. */
export async function setUserActive(
  db: Db,
  caller: AdminCaller,
  { id, ...change }: Change,
): Promise<ListedUser> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    await setActive(tx, caller, user, change)
    const found = await findListedUser(tx, user.id)
    if (!found) throw new Error(`user ${user.id} was deleted while it was changed`)
    return found
  })
}

/** Ends every session of a user, here and on every platform; returns how many. The user may log in again. */
export async function endSessions(
  db: Db,
  caller: AdminCaller,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, (tx) => endUserSessions(tx, caller, user, reason))
}

type SessionOf = { id: string; sessionId: string; reason: string }

/** Throws 404001 alike for another user's session, one that has ended and an unknown id. */
export async function endOneSession(
  db: Db,
  caller: AdminCaller,
  { id, sessionId, reason }: SessionOf,
): Promise<void> {
  const user = await requireUser(db, id)
  const open = await listSessions(db, user.id)
  const session = open.find((each) => each.id === sessionId)
  if (!session) throw new Refusal(commonErrors.notFound)
  await transaction(db, async (tx) => {
    const isEnded = await endSession(tx, session.id, 'endedBySupport')
    if (!isEnded) throw new Refusal(commonErrors.notFound)
    const { browser } = session
    const data = { sessionId: session.id, browser, reason }
    await recordAudit(tx, caller, 'session_ended', { targetId: user.id, data })
  })
}

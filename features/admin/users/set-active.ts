import { recordAudit } from '#domain/audit.ts'
import { endAccess } from '#domain/login.ts'
import { mailUser } from '#domain/mail.ts'
import { endSessionsOf } from '#domain/session.ts'
import { setActive } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { findListedUser, requireUser, type ListedUser } from './list.ts'

type Change = { id: string; active: boolean; reason?: string | undefined }

/** Idempotent: a second call changes, records and mails nothing. */
export async function setUserActive(
  db: Db,
  caller: AdminCaller,
  change: Change,
): Promise<ListedUser> {
  const user = await requireUser(db, change.id)
  return transaction(db, async (tx) => {
    // Before the user's row is locked: a login locks these rows first, too.
    const ended = change.active ? 0 : await endAccess(tx, user.id, undefined, 'endedInactive')
    if (await setActive(tx, user.id, change.active)) {
      // The update waited for a login in progress; its session is visible only now. Also before
      // an activation: nothing from before may become valid again.
      const endedSessions = ended + (await endAccess(tx, user.id, undefined, 'endedInactive'))
      await mailUser(tx, change.active ? 'activated' : 'deactivated', user)
      await recordAudit(tx, caller, change.active ? 'user_activated' : 'user_deactivated', {
        targetId: user.id,
        data: {
          before: { active: !change.active },
          after: { active: change.active },
          reason: change.reason ?? '',
          endedSessions,
        },
      })
    }
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
  return transaction(db, async (tx) => {
    const ended = await endSessionsOf(tx, user.id, undefined, 'endedBySupport')
    await recordAudit(tx, caller, 'all_sessions_ended', {
      targetId: user.id,
      data: { ended, reason },
    })
    return ended
  })
}

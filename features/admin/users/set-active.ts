import { recordAudit } from '#domain/audit.ts'
import { voidLinksOf } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { enqueueMail } from '#domain/mail.ts'
import { endSessionsOf } from '#domain/session.ts'
import { setActive, type User } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { findOne, type Found } from './list.ts'
import { requireUser } from './require-user.ts'

type Wish = { id: string; active: boolean; reason: string | undefined }

/** Twice is as good as once: the second call changes, records and mails nothing. */
export async function setUserActive(db: Db, caller: AdminCaller, wish: Wish): Promise<Found> {
  const user = await requireUser(db, wish.id)
  return transaction(db, async (tx) => {
    // Before the person herself is held on to: a login holds these first, too.
    const ended = wish.active ? 0 : await shutOut(tx, user.id)
    if (await setActive(tx, user.id, wish.active)) {
      // A login that was under way had to be waited for; now its session is seen.
      const endedSessions = ended + (await shutOut(tx, user.id))
      await tell(tx, user, wish.active)
      await recordAudit(tx, caller, wish.active ? 'user_activated' : 'user_deactivated', {
        targetId: user.id,
        data: {
          before: { active: !wish.active },
          after: { active: wish.active },
          reason: wish.reason ?? '',
          endedSessions,
        },
      })
    }
    const found = await findOne(tx, user.id)
    if (!found) throw new Error(`the user ${user.id} vanished`)
    return found
  })
}

/** Also before somebody is let in again: nothing from before comes back to life. */
async function shutOut(tx: Transaction, userId: string): Promise<number> {
  await endLoginAttempts(tx, userId)
  await voidLinksOf(tx, userId)
  return endSessionsOf(tx, userId)
}

async function tell(tx: Transaction, user: User, active: boolean): Promise<void> {
  await enqueueMail(tx, {
    kind: active ? 'activated' : 'deactivated',
    to: user.email,
    language: user.preferredLanguage,
    userId: user.id,
    data: { userId: user.id },
  })
}

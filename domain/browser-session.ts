import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { endSession, findSession, recordActivity, type Session } from './session.ts'

/** Finds the session of a browser's cookie and counts the request as its activity. */
export async function findActiveSession(
  db: Db,
  token: string | undefined,
): Promise<Session | undefined> {
  const session = token === undefined ? undefined : await findSession(db, token)
  if (session?.isSeenLongAgo) await recordActivity(db, session.id)
  return session
}

/** Ends the session of a browser's cookie, here and on every platform. Does nothing when it has ended before. */
export async function logOut(db: Db, origin: Origin, token: string | undefined): Promise<void> {
  const session = token === undefined ? undefined : await findSession(db, token)
  if (!session) return
  await transaction(db, async (tx) => {
    if (!(await endSession(tx, session.id))) return
    await recordAudit(tx, { ...origin, userId: session.userId }, 'logged_out', {
      data: { sessionId: session.id },
    })
  })
}

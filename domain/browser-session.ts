import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { endSession, findSession } from './session.ts'

/** Ends the session of a browser's cookie, here and on every platform. One that has ended already is no fault. */
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

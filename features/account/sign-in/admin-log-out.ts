import { endAdminSession, findAdminSession } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Ends the session of a cookie. One that has ended already is no fault. */
export async function logOut(db: Db, origin: Origin, token: string | undefined): Promise<void> {
  const session = token === undefined ? undefined : await findAdminSession(db, token)
  if (!session) return
  await transaction(db, async (tx) => {
    if (!(await endAdminSession(tx, session.id))) return
    await recordAudit(tx, { ...origin, adminId: session.adminId }, 'logged_out', {
      data: { sessionId: session.id },
    })
  })
}

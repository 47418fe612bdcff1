import { recordAudit } from '#domain/audit.ts'
import {
  endForwardAuthAccess,
  findForwardAuthAccess,
  type ForwardAuthAccess,
} from '#domain/forward-auth-access.ts'
import { recordActivity } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { Shown as Cookie } from './platform-cookies.ts'

type Shown = { platformId: string; cookie: Cookie | undefined; origin: Origin }

/**
 * Who is on a platform with this cookie, from this address, now. Asked with every call there: one statement,
 * and a second one at most every thirty seconds. Whoever may not be there any more is out of it.
 */
export async function verifyEntry(db: Db, shown: Shown): Promise<ForwardAuthAccess | undefined> {
  const { platformId: subsystemId, cookie, origin } = shown
  if (!cookie) return undefined
  const entry = await findForwardAuthAccess(db, {
    ...cookie,
    subsystemId,
    ipAddress: origin.ipAddress,
  })
  if (!entry) return undefined
  if (entry.state !== 'active') {
    await close(db, entry, shown)
    return undefined
  }
  if (entry.isSeenLongAgo) await recordActivity(db, entry.sessionId)
  return entry
}

/** Closed, not only refused: of any number of calls one is recorded. */
function close(db: Db, entry: ForwardAuthAccess, { platformId, origin }: Shown): Promise<void> {
  const { id, userId, state: reason } = entry
  return transaction(db, async (tx) => {
    if (!(await endForwardAuthAccess(tx, id))) return
    const about = { subSystem: platformId, data: { reason } }
    await recordAudit(tx, { ...origin, userId }, 'platform_access_refused', about)
  })
}

import { record } from '#domain/audit.ts'
import { closeEntry, findEntry, type Entry } from '#domain/forward-auth-access.ts'
import { markSeen } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { Shown as Cookie } from './platform-cookies.ts'

type Shown = { platformId: string; cookie: Cookie | undefined; origin: Origin }

/**
 * Who is on a platform with this cookie, from this address, now. Asked with every call there: one statement,
 * and a second one at most every thirty seconds. Whoever may not be there any more is out of it.
 */
export async function verifyEntry(db: Db, shown: Shown): Promise<Entry | undefined> {
  const { platformId: subsystemId, cookie, origin } = shown
  if (!cookie) return undefined
  const entry = await findEntry(db, { ...cookie, subsystemId, ipAddress: origin.ipAddress })
  if (!entry) return undefined
  if (entry.state !== 'active') {
    await close(db, entry, shown)
    return undefined
  }
  if (entry.isSeenLongAgo) await markSeen(db, entry.sessionId)
  return entry
}

/** Closed, not only refused: of any number of calls one is recorded. */
function close(db: Db, entry: Entry, { platformId, origin }: Shown): Promise<void> {
  const { id, userId, state: reason } = entry
  return transaction(db, async (tx) => {
    if (!(await closeEntry(tx, id))) return
    const about = { subSystem: platformId, data: { reason } }
    await record(tx, { ...origin, userId }, 'entry_refused', about)
  })
}

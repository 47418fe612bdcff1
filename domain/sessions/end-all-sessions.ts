import type { SessionEnd } from '#contract/session.ts'
import { batchSize, scalars, sql, transaction, type Db } from '#server/db.ts'
import { placeholderId } from '../accounts/account.ts'
import { endPlatformSessionsOfAll } from '../platforms/platform-session.ts'
import { withRecordedEnds } from './session-end.ts'

/**
 * Ends the sessions of all users in batches, in the order of their ids, and queues a logout notification for each platform
 * that they opened. Returns the number of sessions. Misses sessions that begin meanwhile.
 */
export async function endAllSessions(db: Db, reason: SessionEnd): Promise<number> {
  let count = 0
  let lastId = placeholderId
  for (;;) {
    const batch = sql`select id from sessions where id > ${lastId} order by id limit ${batchSize} for update`
    const deletion = sql`delete from sessions where id = any(array(${batch}))`
    const ended = await transaction(db, async (tx) => {
      const ids = await scalars<string>(tx)`${withRecordedEnds(deletion, reason)}`
      await endPlatformSessionsOfAll(tx, ids)
      return ids
    })
    if (ended.length === 0) return count
    count += ended.length
    lastId = ended.toSorted().at(-1) ?? lastId
  }
}

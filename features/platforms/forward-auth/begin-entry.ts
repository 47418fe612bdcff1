import { recordAudit } from '#domain/audit.ts'
import { createAccessCode as begin } from '#domain/forward-auth-access.ts'
import type { Session } from '#domain/session.ts'
import { findPlatformAccessRefusal, type PlatformAccessRefusal } from '#domain/platform-access.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import type { Platform } from './platform.ts'

type Wish = { session: Session; platform: Platform; path: string; stateHash: Buffer }
/** Neither when her session has ended meanwhile. */
type Begun = { code?: string; refused?: PlatformAccessRefusal }

/** A code for whoever is logged in and may enter. */
export async function beginEntry(db: Db, origin: Origin, wish: Wish): Promise<Begun> {
  const { session, platform, path, stateHash } = wish
  const { userId, id: sessionId } = session
  const refused = await findPlatformAccessRefusal(db, userId, platform.id, origin.ipAddress)
  if (refused) {
    const about = { subSystem: platform.id, data: { reason: refused } }
    await recordAudit(db, { ...origin, userId }, 'platform_access_refused', about)
    return { refused }
  }
  const code = await begin(db, { sessionId, subsystemId: platform.id, path, stateHash })
  return code === undefined ? {} : { code }
}

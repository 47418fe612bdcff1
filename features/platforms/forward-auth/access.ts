import { recordAudit } from '#domain/audit.ts'
import {
  consumeAccessCode,
  createAccessCode,
  deleteForwardAuthAccess,
  findForwardAuthAccesses,
  type AccessToken,
  type ConsumedCode,
  type ForwardAuthAccess,
} from '#domain/forward-auth-access.ts'
import {
  findPlatformAccessRefusal,
  recordPlatformAccessRefusal,
  type PlatformAccessRefusal,
} from '#domain/platform-access.ts'
import { recordActivity, type Session } from '#domain/session.ts'
import { isPlatformId } from '#domain/subsystem.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import type { Origin } from '#server/caller.ts'
import { db, transaction, type Db } from '#server/db.ts'
import type { AccessCookie } from './cookies.ts'
import type { Platform } from './platform.ts'

type CodeRequest = { session: Session; platform: Platform; path: string; stateHash: Buffer }

/** Creates a one-time code for a logged-in user who may open the platform. Returns {} when the session has ended. */
export async function startAccess(
  db: Db,
  origin: Origin,
  { session, platform, ...target }: CodeRequest,
): Promise<{ code?: string | undefined; refused?: PlatformAccessRefusal }> {
  const { userId, id: sessionId } = session
  const subsystemId = platform.id
  const refused = await findPlatformAccessRefusal(db, userId, subsystemId, origin.ipAddress)
  if (!refused) return { code: await createAccessCode(db, { sessionId, subsystemId, ...target }) }
  await recordPlatformAccessRefusal(db, { ...origin, userId }, subsystemId, refused)
  return { refused }
}

/** Redeems a code in the browser that holds its state: once, also under concurrent requests. */
export function redeemCode(
  db: Db,
  origin: Origin,
  { platform, code, state }: { platform: Platform; code: string; state: string },
): Promise<ConsumedCode | undefined> {
  return transaction(db, async (tx) => {
    const access = await consumeAccessCode(tx, { code, state })
    if (!access) return undefined
    const actor = { ...origin, userId: access.userId }
    await recordAudit(tx, actor, 'platform_accessed', { subSystem: platform.id })
    return access
  })
}

/** Many requests to platforms arrive in one moment: one query for all of them (decision 22). */
const loadAccess = createBatchLoader((tokens: readonly AccessToken[]) =>
  findForwardAuthAccesses(db, tokens),
)

type Verification = { platformId: string; cookie: AccessCookie | undefined; origin: Origin }

/**
 * Verifies the access cookie of one request to a platform: one statement, plus at most one write every thirty
 * seconds. Access that is no longer allowed is deleted.
 */
export async function verifyAccess({
  platformId,
  cookie,
  origin,
}: Verification): Promise<ForwardAuthAccess | undefined> {
  if (!cookie || !isPlatformId(platformId)) return undefined
  const { ipAddress } = origin
  const access = await loadAccess({ ...cookie, subsystemId: platformId, ipAddress })
  if (!access) return undefined
  const { state, userId } = access
  if (state !== 'active') {
    // Deleted, so that only one of many concurrent requests is recorded.
    await transaction(db, async (tx) => {
      if (!(await deleteForwardAuthAccess(tx, access.id))) return
      await recordPlatformAccessRefusal(tx, { ...origin, userId }, platformId, state)
    })
    return undefined
  }
  if (access.isSeenLongAgo) await recordActivity(db, access.sessionId)
  return access
}

import { findEvent, requirementOf } from '#domain/platforms/assurance.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  consumeAccessCode,
  createAccessCode,
  deleteForwardAuthAccess,
  findAccessIdleSince,
  findForwardAuthAccesses,
  recordAccessUse,
  type AccessToken,
  type ConsumedCode,
  type ForwardAuthAccess,
} from '#domain/platforms/forward-auth-access.ts'
import {
  findPlatformAccessRefusal,
  recordPlatformAccessRefusal,
  type PlatformAccessRefusal,
} from '#domain/platform-access/platform-access.ts'
import type { Session } from '#domain/sessions/session.ts'
import { recordActivity } from '#domain/sessions/session-timeout.ts'
import { isPlatformId } from '#domain/platforms/subsystem.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import type { Origin } from '#server/caller.ts'
import { db, transaction } from '#server/db.ts'
import type { AccessCookie } from './cookies.ts'
import type { Platform } from './platform.ts'

type CodeRequest = { session: Session; platform: Platform; path: string; stateHash: Buffer }

/**
 * Creates a one-time code for a logged-in user who may open the platform and whose login is sufficient. Returns no code
 * if the session has ended.
 */
export async function startAccess(
  origin: Origin,
  { session, platform, ...target }: CodeRequest,
): Promise<{ code?: string | undefined; refusal?: PlatformAccessRefusal; needsStepUp?: boolean }> {
  const { userId, id: sessionId } = session
  const subsystemId = platform.id
  const refusal = await findPlatformAccessRefusal(db, userId, subsystemId, origin.ipAddress)
  if (refusal) {
    await recordPlatformAccessRefusal(db, { ...origin, userId }, subsystemId, refusal)
    return { refusal }
  }
  const idleSince = await findAccessIdleSince(db, { sessionId, subsystemId })
  if (!findEvent(session, requirementOf(platform, idleSince))) return { needsStepUp: true }
  return { code: await createAccessCode(db, { sessionId, subsystemId, ...target }) }
}

/**
 * Redeems a code, which is valid only with the state of its browser; only once, also under concurrent requests. Returns
 * undefined for a wrong, used or expired code, and if the session has ended.
 */
export function redeemCode(
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

/** Loads concurrent accesses in one query (decision 22). */
const loadAccess = createBatchLoader((tokens: readonly AccessToken[]) =>
  findForwardAuthAccesses(db, tokens),
)

/** Returns true if the login meets the platform's class. Its age is checked only when the platform is opened. */
function isLoginSufficient({ requiredAcr, ...proofs }: ForwardAuthAccess): boolean {
  return findEvent(proofs, requirementOf({ requiredAcr, maxAgeMinutes: null })) !== undefined
}

/**
 * Verifies the access cookie of one request to a platform by one statement. At most once a minute, also writes the
 * activity of the session and of a platform with an idle timeout. Deletes access that is no longer allowed.
 */
export async function verifyAccess(
  origin: Origin,
  platformId: string,
  cookie: AccessCookie | undefined,
): Promise<ForwardAuthAccess | undefined> {
  if (!cookie || !isPlatformId(platformId)) return undefined
  const { ipAddress } = origin
  const access = await loadAccess({ ...cookie, subsystemId: platformId, ipAddress })
  if (!access) return undefined
  const { state, userId } = access
  if (state !== 'active') {
    // The access is deleted, so that only one of many concurrent requests is recorded.
    await transaction(db, async (tx) => {
      if (!(await deleteForwardAuthAccess(tx, access.id))) return
      await recordPlatformAccessRefusal(tx, { ...origin, userId }, platformId, state)
    })
    return undefined
  }
  // Idle access is not deleted: `startAccess` reads it to require a new authentication.
  if (access.isIdle || !isLoginSufficient(access)) return undefined
  if (access.isUseOld) await recordAccessUse(access.id)
  if (access.isSeenLongAgo) await recordActivity(access.sessionId)
  return access
}

import { randomUUID } from 'node:crypto'
import {
  findPendingNotification,
  markDelivered,
  recordDeliveryFailure,
  type EndedPlatformSession,
} from '#domain/platforms/platform-session.ts'
import { getCurrentKey, signJwt } from '#domain/keys/signing-key.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import { db, type Db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { callOutside } from '#server/outbound.ts'
import { deleteAllGrants, deleteExpired } from './adapter.ts'

/** The only message that admins see, so that they cannot probe networks by registering URLs. The log has the cause. */
const failure = 'the logout notification was not accepted'

/** Notifies a platform by back-channel logout that a session has ended. Throws on failure, so that the job retries. */
export async function deliverLogoutNotification(platformSessionId: string): Promise<void> {
  const session = await findPendingNotification(db, platformSessionId)
  if (!session) return
  const platform = await findSubsystem(db, session.clientId)
  try {
    // A platform whose URI was removed no longer expects the notification, which then counts as delivered.
    if (platform?.backchannelLogoutUri)
      await sendLogoutToken(platform.backchannelLogoutUri, session)
  } catch (error) {
    await recordDeliveryFailure(db, session.id, failure)
    throw error
  }
  await markDelivered(db, session.id)
}

/** Posts a logout token to a platform; throws if it is not accepted (OpenID Connect Back-Channel Logout §2.5, §2.8). */
async function sendLogoutToken(uri: string, session: EndedPlatformSession): Promise<void> {
  const { status } = await callOutside(uri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ logout_token: await signLogoutToken(session) })),
  })
  if (status === 200 || status === 204) return
  logger.warn({ uri, status }, 'a logout notification was not accepted')
  throw new Error(failure)
}

/** Signs a logout token (OpenID Connect Back-Channel Logout §2.4). */
async function signLogoutToken({ clientId, userId, sid }: EndedPlatformSession): Promise<string> {
  const parties = { issuer: `${config.publicUrl}/oidc`, audience: clientId }
  const header = { typ: 'logout+jwt', ...parties, lifetime: '2m' }
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = { sub: userId, sid, jti: randomUUID(), events }
  return signJwt(await getCurrentKey(db, 'oidc'), header, claims)
}

/** Deletes expired codes, tokens and other records of the provider. */
export async function purgeExpiredRecords(): Promise<void> {
  await deleteExpired(db)
}

/** Ends all codes, tokens and grants of platforms and service accounts. Returns the number of records. */
export function endAllGrants(tx: Db): Promise<number> {
  return deleteAllGrants(tx)
}

import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import {
  findPendingNotification,
  markDelivered,
  recordDeliveryFailure,
  type EndedPlatformSession,
} from '#domain/platform-session.ts'
import { getCurrentKey } from '#domain/signing-key.ts'
import { findSubsystem } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { deleteExpired } from './adapter.ts'

const backchannelLogoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const timeoutMs = 5_000

/** Back-channel logout: notifies a platform that a session has ended. Throws on failure, so that the job retries. */
export async function deliverLogoutNotification(platformSessionId: string): Promise<void> {
  const ended = await findPendingNotification(db, platformSessionId)
  if (!ended) return
  const platform = await findSubsystem(db, ended.clientId)
  try {
    if (platform?.backchannelLogoutUri) await sendLogoutToken(platform.backchannelLogoutUri, ended)
  } catch (error) {
    const { message, cause } = error as Error
    const text = cause instanceof Error ? `${message}: ${cause.message}` : message
    await recordDeliveryFailure(db, ended.id, text)
    throw error
  }
  await markDelivered(db, ended.id)
}

/** OpenID Connect Back-Channel Logout §2.5, §2.8. */
async function sendLogoutToken(uri: string, ended: EndedPlatformSession): Promise<void> {
  const answer = await fetch(uri, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    body: new URLSearchParams({ logout_token: await signLogoutToken(ended) }),
  })
  await answer.body?.cancel()
  if (answer.status !== 200 && answer.status !== 204) {
    throw new Error(`${new URL(uri).host} answered the logout notification with ${answer.status}`)
  }
}

/** OpenID Connect Back-Channel Logout §2.4. */
async function signLogoutToken({ clientId, userId, sid }: EndedPlatformSession): Promise<string> {
  const key = await getCurrentKey(db, 'oidc')
  return new SignJWT({ sid, events: { [backchannelLogoutEvent]: {} } })
    .setProtectedHeader({ typ: 'logout+jwt', alg: key.algorithm, kid: key.kid })
    .setIssuer(`${config.publicUrl}/oidc`)
    .setAudience(clientId)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime('2m')
    .setJti(randomUUID())
    .sign(await importJWK(key.privateJwk, key.algorithm))
}

/** Deletes expired codes, tokens and other records of the provider. */
export async function purgeExpiredRecords(): Promise<void> {
  await deleteExpired(db)
}

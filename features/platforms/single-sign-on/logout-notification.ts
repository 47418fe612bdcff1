import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import type { EndedPlatformSession } from '#domain/platform-session.ts'
import { getCurrentKey } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const timeoutMs = 5_000

/** OpenID Connect Back-Channel Logout §2.5, §2.8. Throws unless the platform says that it is done. */
export async function sendLogoutNotification(
  to: string,
  ended: EndedPlatformSession,
): Promise<void> {
  const answer = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    body: new URLSearchParams({ logout_token: await logoutToken(ended) }),
  })
  await answer.body?.cancel()
  if (answer.status !== 200 && answer.status !== 204) {
    throw new Error(`${new URL(to).host} answered the logout notice with ${answer.status}`)
  }
}

/** OpenID Connect Back-Channel Logout §2.4. */
async function logoutToken({ clientId, userId, sid }: EndedPlatformSession): Promise<string> {
  const key = await getCurrentKey(db, 'oidc')
  return new SignJWT({ sid, events: { [event]: {} } })
    .setProtectedHeader({ typ: 'logout+jwt', alg: key.algorithm, kid: key.kid })
    .setIssuer(`${config.publicUrl}/oidc`)
    .setAudience(clientId)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime('2m')
    .setJti(randomUUID())
    .sign(await importJWK(key.privateJwk, key.algorithm))
}

import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { recordAudit } from '#domain/audit/audit.ts'
import { hasPlatformSession } from '#domain/platforms/platform-session.ts'
import { endSession } from '#domain/sessions/session.ts'
import { config } from '#server/config.ts'
import { cookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

/**
 * Makes the portal's session the only one: a user with a portal session is logged in at the provider, too, also for
 * `prompt=none`. When the session ends, the portal instead of the library sends back-channel logouts. The login event
 * that tokens describe is chosen for each request (assurance.ts).
 */
export function bindToPortalSession(provider: Provider): void {
  const { Session, Client } = provider
  const get = Session.get.bind(Session)
  Session.get = async (ctx) => {
    const session = await get(ctx)
    const { session: portal } = currentRequest()
    if (!portal || session.accountId !== undefined) return session
    session.loginAccount({ accountId: portal.userId, transient: true })
    // The library saves the session only if it is touched.
    return Object.assign(session, { touched: true })
  }
  Client.prototype.includeSid = () => true
  Client.prototype['backchannelLogout'] = async () => undefined
}

/**
 * Returns true if the platform sent an ID token of this browser's session, so the logout needs no confirmation (OpenID
 * Connect RP-Initiated Logout §2). The library has verified the token's signature and audience.
 */
export async function isHintOfSession({ oidc }: KoaContextWithOIDC): Promise<boolean> {
  const { session } = currentRequest()
  const { header, payload } = oidc.entities.IdTokenHint ?? {}
  // Logout notifications are signed with the same key and also name user, platform and session.
  if ((header?.['typ'] ?? 'JWT') !== 'JWT') return false
  const { sub, aud, sid } = payload ?? {}
  if (!session || sub !== session.userId) return false
  return hasPlatformSession(db, { sessionId: session.id, clientId: String(aud), sid: String(sid) })
}

const expiredCookie = {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isSecure,
  signed: false,
} as const

/** Ends the portal's session once the user has confirmed (OpenID Connect RP-Initiated Logout §2). */
export function endSessionOnLogout(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    const { session, origin } = currentRequest()
    const isConfirmed = ctx.oidc?.route === 'end_session_confirm' && ctx.status === 303
    if (!isConfirmed || !ctx.oidc.params['logout']) return
    if (session) {
      await transaction(db, async (tx) => {
        const isEnded = await endSession(tx, session.id)
        if (isEnded) await recordAudit(tx, { ...origin, userId: session.userId }, 'logged_out')
      })
    }
    for (const name of [cookies.session, cookies.loginAttempt])
      ctx.cookies.set(name, null, expiredCookie)
  })
}

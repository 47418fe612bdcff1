import type { Provider } from 'oidc-provider'
import { recordAudit } from '#domain/audit.ts'
import { endSession } from '#domain/session.ts'
import { config } from '#server/config.ts'
import { cookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

const gone = {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isSecure,
  signed: false,
} as const

/** OpenID Connect RP-Initiated Logout §2: confirmed at the provider, it ends the one session and all it led to. */
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
    for (const name of [cookies.session, cookies.loginAttempt]) ctx.cookies.set(name, null, gone)
  })
}

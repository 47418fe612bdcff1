import type { Provider } from 'oidc-provider'
import type { Session } from '#domain/session.ts'
import { currentRequest } from './oidc-request.ts'

/** The REFEDS profiles, which name how a login was proven: https://refeds.org/profile/mfa and /sfa. */
export const multiFactor = 'https://refeds.org/profile/mfa'
export const singleFactor = 'https://refeds.org/profile/sfa'

/**
 * There is one session, the portal's. Whoever has it is logged in at the provider too, also on a first visit and
 * with `prompt=none`; and its end is told to the platforms by the portal, once.
 */
export function bindToPortalSession(provider: Provider): void {
  const { Session, Client } = provider
  const get = Session.get.bind(Session)
  Session.get = async (ctx) => {
    const session = await get(ctx)
    const { session: portal } = currentRequest()
    if (!portal || session.accountId !== undefined) return session
    session.loginAccount({ ...loginOf(portal), transient: true })
    // Tells the library to keep it.
    return Object.assign(session, { touched: true })
  }
  Client.prototype.includeSid = () => true
  Client.prototype['backchannelLogout'] = async () => undefined
}

/** Who is logged in, since when and by what: the time is that of the second factor. */
export function loginOf({ userId, createdAt, methods }: Session) {
  return {
    accountId: userId,
    loginTs: Math.floor(createdAt.getTime() / 1000),
    amr: methods,
    acr: methods.length > 1 ? multiFactor : singleFactor,
  }
}

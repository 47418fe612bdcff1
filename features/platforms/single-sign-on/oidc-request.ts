import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { Session } from '#domain/sessions/session.ts'
import { findActiveSession, recordActivity } from '#domain/sessions/session-timeout.ts'
import { isPlatformId } from '#domain/platforms/subsystem.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf } from '#server/http.ts'
import { findBrowserFacts, type BrowserFacts } from './browser-facts.ts'
import type { CallFacts } from './call-facts.ts'

/** The data of the current request that the adapter and the hooks of the OpenID provider need. */
export type OidcRequest = {
  origin: Origin
  /** The portal's live session; undefined if the browser has none. */
  session: Session | undefined
  /** True if the request occupies a place for requests without a session (rate-limit.ts). */
  hasPlace?: boolean
  /** Data that was read for this call or this browser before the provider began. */
  facts?: CallFacts | undefined
  browser?: BrowserFacts | undefined
  writes?: TokenWrites
}

export type UsedToken = { model: string; id: string }
/** A token to store: `text` is the payload as JSON, `seconds` the lifetime. */
export type NewToken = { model: string; id: string; text: string; seconds: number | undefined }

/** The writes of a call to the token endpoint: the code or token that it uses, and the tokens that it issues. */
export type TokenWrites = {
  used?: UsedToken
  /** Empty for client credentials, which have no grant. */
  grantId: string
  tokens: NewToken[]
}

const requests = new AsyncLocalStorage<OidcRequest>()

export function runWithOidcRequest<Result>(request: OidcRequest, work: () => Result): Result {
  return requests.run(request, work)
}

/** Returns the current request, which the library does not pass to its adapter. Throws outside of a request. */
export function currentRequest(): OidcRequest {
  const request = requests.getStore()
  if (!request) throw new Error('there is no current OpenID request')
  return request
}

/** Matches the URL of a request for a code; the group is its query. */
const authorizationUrl = /^\/oidc\/auth(?:\/[\w-]+)?(?:\?(.*))?$/

/** Name of the provider's own cookie. */
export const providerCookie = config.isSecure ? '__Secure-portico-op' : 'portico-op'

/** Reads the portal's session from the cookie. A page view at the provider counts as activity of the session. */
export async function readOidcRequest(request: FastifyRequest): Promise<OidcRequest> {
  const origin = originOf(request)
  const sessionToken = readCookie(request, cookies.session)
  const authorizationMatch = authorizationUrl.exec(request.url)
  if (sessionToken === undefined || !authorizationMatch)
    return { origin, session: await findActiveSession(db, sessionToken) }
  const ids = new URLSearchParams(authorizationMatch[1]).getAll('client_id')
  const browser = await findBrowserFacts({
    sessionToken,
    providerSession: readCookie(request, providerCookie),
    clientId: ids.length === 1 ? ids.find(isPlatformId) : undefined,
    ipAddress: origin.ipAddress,
  })
  const session = browser?.session
  if (session?.isSeenLongAgo) await recordActivity(session.id)
  return { origin, session, browser }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { AdapterPayload } from 'oidc-provider'
import { findSession, recordActivity, type Session } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf } from '#server/http.ts'

/** From where a call comes, and the portal's living session when it comes from a browser that has one. */
export type OidcRequest = {
  origin: Origin
  session: Session | undefined
  /** The grant of the code or token that this call is about: it is asked for next, every time. */
  grant?: { id: string; payload: AdapterPayload }
}

const requests = new AsyncLocalStorage<OidcRequest>()

export function runWithOidcRequest<Result>(presence: OidcRequest, work: () => Result): Result {
  return requests.run(presence, work)
}

/** Who is behind the call that is being answered: what the library does not hand down to its records. */
export function currentRequest(): OidcRequest {
  const presence = requests.getStore()
  if (!presence) throw new Error('nobody is present outside of a call')
  return presence
}

/** Coming by with a browser counts as activity of the session. */
export async function oidcRequestOf(request: FastifyRequest): Promise<OidcRequest> {
  const origin = originOf(request)
  const token = readCookie(request, cookies.session)
  const session = token === undefined ? undefined : await findSession(db, token)
  if (session?.isSeenLongAgo) await recordActivity(db, session.id)
  return { origin, session }
}

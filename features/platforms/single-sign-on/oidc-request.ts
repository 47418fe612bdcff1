import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { AdapterPayload } from 'oidc-provider'
import { findActiveSession, type Session } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf } from '#server/http.ts'

/** What the adapter and the hooks of the OpenID provider need to know of the current request. */
export type OidcRequest = {
  origin: Origin
  /** The portal's live session, for a request from a browser that has one. */
  session: Session | undefined
  /** Whether it runs in one of the places for requests without a session (rate-limit.ts). */
  hasPlace?: boolean
  /** The grant read together with the request's code or token; the library always asks for it next. */
  grant?: { id: string; payload: AdapterPayload }
}

const requests = new AsyncLocalStorage<OidcRequest>()

export function runWithOidcRequest<Result>(request: OidcRequest, work: () => Result): Result {
  return requests.run(request, work)
}

/** Returns the current request, which the library does not pass to its adapter. Throws outside of one. */
export function currentRequest(): OidcRequest {
  const request = requests.getStore()
  if (!request) throw new Error('there is no current OpenID request')
  return request
}

/** Reads the portal's session from the cookie; a page view at the provider counts as its activity. */
export async function readOidcRequest(request: FastifyRequest): Promise<OidcRequest> {
  const session = await findActiveSession(db, readCookie(request, cookies.session))
  return { origin: originOf(request), session }
}

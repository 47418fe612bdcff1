import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from './config.ts'
import { routeOf } from './cookies.ts'
import { isTokenFor, randomToken, tokenFor } from './secret.ts'

/**
 * The token in `x-csrf-token` belongs to the session's cookie, or before a login to the visitor's. A page of
 * another site can read neither, nor set the header.
 */

const visitorCookie = `${config.cookiePrefix}portico-visitor`

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /** What the CSRF token of the answer belongs to: changed by whoever sets or clears a session's cookie. */
    csrfOwner: string | undefined
  }
}

/** `sessionCookie` names the cookie that a path's session lives in, `pagesOf` where its own pages stand. */
export function registerCsrf(
  api: FastifyInstance,
  sessionCookie: (path: string) => string,
  pagesOf: (path: string) => string,
): void {
  api.decorateRequest('csrfOwner', undefined)
  api.addHook('onRequest', (request, reply, done) => {
    request.csrfOwner =
      request.cookies[sessionCookie(routeOf(request))] ?? visitorOf(request, reply)
    const isAllowed = isHarmless(request) || isOurs(request, pagesOf(routeOf(request)))
    done(isAllowed ? undefined : new Refusal(commonErrors.invalidCsrfToken))
  })
  api.addHook('onSend', (request, reply, _, done) => {
    const owner = request.csrfOwner ?? visitorOf(request, reply)
    reply.header('x-csrf-token', csrfTokenOf(owner))
    done()
  })
}

const mostKnown = 10_000
const known = new Map<string, string>()

/** The same each time, so that one in use is not made again for every answer. */
function csrfTokenOf(owner: string): string {
  const found = known.get(owner)
  if (found !== undefined) return found
  const token = tokenFor('csrf', owner)
  if (known.size >= mostKnown) known.clear()
  known.set(owner, token)
  return token
}

/** The visitor's cookie: who somebody is before she is logged in. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[visitorCookie]
  if (known && known.length >= 43) return known
  const visitor = randomToken()
  reply.setCookie(visitorCookie, visitor, {
    path: '/',
    httpOnly: true,
    secure: config.isSecure,
    sameSite: 'lax',
  })
  request.cookies[visitorCookie] = visitor
  return visitor
}

/** Logging out is a GET by the specification, and changes something all the same. */
function isHarmless(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !/\/logout(\?|$)/.test(routeOf(request))
}

function isOurs(request: FastifyRequest, ownOrigin: string): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const token = headers['x-csrf-token']
  return (
    headers['x-requested-with'] === 'XMLHttpRequest' &&
    (site === undefined || site === 'same-origin' || site === 'same-site') &&
    (origin === undefined ? request.method === 'GET' : origin === ownOrigin) &&
    typeof token === 'string' &&
    request.csrfOwner !== undefined &&
    isTokenFor('csrf', request.csrfOwner, token)
  )
}

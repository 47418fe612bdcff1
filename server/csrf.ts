import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { cookieOptions, cookies, cookiesFor, routeOf } from './cookies.ts'
import { isServiceCall } from './bearer.ts'
import { memoize } from './memoize.ts'
import { isTokenFor, randomToken, tokenFor, tokenHash } from './secret.ts'

/**
 * CSRF protection. The token in `x-csrf-token` is derived from the session cookie, or from the visitor cookie before a
 * login. Another site can neither read the token nor set the header.
 */

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /**
     * The cookie value from which the response's CSRF token is derived. Undefined if this response clears the session
     * cookie, so that the visitor cookie is used. Null if the request was refused before the value was determined.
     */
    csrfOwner: string | undefined | null
  }
}

/**
 * Refuses changing requests without a valid token, and sends the current token with every response. `pagesOriginOf`
 * returns the origin of the pages that belong to a path.
 */
export function registerCsrf(api: FastifyInstance, pagesOriginOf: (path: string) => string): void {
  api.decorateRequest('csrfOwner', null)
  api.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    // Because another site cannot set the Authorization header, and cookies are ignored with it.
    if (isServiceCall(request)) return done()
    request.csrfOwner = ownerOf(request, reply)
    // Because a request without a route changes nothing: it is answered with 404 or 405.
    const isAllowed =
      request.is404 || isReadOnly(request) || isFromOwnPage(request, pagesOriginOf(route))
    done(isAllowed ? undefined : new Refusal(commonErrors.invalidCsrfToken))
  })
  api.addHook('onSend', (request, reply, _, done) => {
    // Because another response has set, or will set, the cookie that this one must not overwrite.
    if (request.hasReplacedCookie) {
      reply.removeHeader('set-cookie')
      return done()
    }
    if (isServiceCall(request)) return done()
    if (request.csrfOwner === null) request.csrfOwner = ownerOf(request, reply)
    const owner = request.csrfOwner ?? visitorOf(request, reply)
    reply.header('x-csrf-token', csrfTokenOf(owner))
    done()
  })
}

function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  return request.cookies[cookiesFor(routeOf(request)).session] ?? visitorOf(request, reply)
}

/** Returns the CSRF token of an owner. It is cached because it never changes and every response contains one. */
const csrfTokenOf = memoize(
  (owner) => tokenFor('csrf', owner),
  10_000,
  (owner) => tokenHash(owner).toString('base64url'),
)

/** Returns the visitor cookie, which identifies a browser before the login. Sets it if it is missing. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const current = request.cookies[cookies.visitor]
  // A shorter value is not one of `randomToken`, so it may be guessable.
  if (current && current.length >= 43) return current
  const visitor = randomToken()
  reply.setCookie(cookies.visitor, visitor, cookieOptions)
  request.cookies[cookies.visitor] = visitor
  return visitor
}

/** Returns true for a request that changes nothing. Logout, a GET by the specification, changes something. */
function isReadOnly(request: FastifyRequest): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && !/\/logout(\?|$)/.test(routeOf(request))
}

/** Returns true if a script of our pages sent the request: by its headers, its origin and its CSRF token. */
function isFromOwnPage(request: FastifyRequest, ownOrigin: string): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const token = headers['x-csrf-token']
  // A browser sends no Origin with a GET to its own site.
  const hasOwnOrigin = origin === undefined ? request.method === 'GET' : origin === ownOrigin
  return (
    headers['x-requested-with'] === 'XMLHttpRequest' &&
    (site === undefined || site === 'same-origin' || site === 'same-site') &&
    hasOwnOrigin &&
    typeof token === 'string' &&
    typeof request.csrfOwner === 'string' &&
    isTokenFor('csrf', request.csrfOwner, token)
  )
}

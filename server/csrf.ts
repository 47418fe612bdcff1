import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { adminCookies, cookieOptions, cookies, cookiesFor, routeOf } from './cookies.ts'
import { isServiceCall } from './bearer.ts'
import { memoize } from './memoize.ts'
import { isTokenFor, randomToken, tokenFor, tokenHash } from './secret.ts'

/**
 * CSRF protection. The token in `x-csrf-token` is derived from the session cookie, or from the visitor cookie before a
 * login. Another site can neither read the token nor set the header. A client that keeps only the latest token
 * (specification §7) may call both areas, so the token of the other area's session is valid, too.
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
    // Because a request without a route changes nothing: it is answered with 404 or 405. Before `ownerOf`, which may add
    // the cookie of a visitor.
    const isAllowed =
      request.is404 || isReadOnly(request) || isFromOwnPage(request, pagesOriginOf(route))
    request.csrfOwner = ownerOf(request, reply)
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
    const owner = request.csrfOwner ?? otherSessionOf(request) ?? visitorOf(request, reply)
    reply.header('x-csrf-token', csrfTokenOf(owner))
    done()
  })
}

function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  return sessionOf(request) ?? otherSessionOf(request) ?? visitorOf(request, reply)
}

/** Returns the session cookie of the request's area. */
function sessionOf(request: FastifyRequest): string | undefined {
  return request.cookies[cookiesFor(routeOf(request)).session]
}

/** Returns the session cookie of the other area, in which the same browser may be logged in. */
function otherSessionOf(request: FastifyRequest): string | undefined {
  const { session } = cookiesFor(routeOf(request))
  return request.cookies[session === cookies.session ? adminCookies.session : cookies.session]
}

/** Returns the CSRF token of an owner. It is cached because it never changes and every response contains one. */
const csrfTokenOf = memoize(
  (owner) => tokenFor('csrf', owner),
  10_000,
  (owner) => tokenHash(owner).toString('base64url'),
)

/** Returns the visitor cookie, which identifies a browser before the login. Sets it if it is missing. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const current = findVisitor(request)
  if (current !== undefined) return current
  const visitor = randomToken()
  reply.setCookie(cookies.visitor, visitor, cookieOptions)
  request.cookies[cookies.visitor] = visitor
  return visitor
}

/** Returns the visitor cookie. A value shorter than those of `randomToken` may be guessable, so it does not count. */
function findVisitor({ cookies: sent }: FastifyRequest): string | undefined {
  const visitor = sent[cookies.visitor]
  return visitor !== undefined && visitor.length >= 43 ? visitor : undefined
}

/** Returns true for a request that changes nothing. Logout, a GET by the specification, changes something. */
function isReadOnly(request: FastifyRequest): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && !/\/logout(\?|$)/.test(routeOf(request))
}

/**
 * Returns true if a script of our pages, or a program without a browser, sent the request: by its headers, its origin and
 * its CSRF token. A browser always sends an Origin with such a request to another site.
 */
function isFromOwnPage(request: FastifyRequest, ownOrigin: string): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  return (
    headers['x-requested-with'] === 'XMLHttpRequest' &&
    (site === undefined || site === 'same-origin' || site === 'same-site') &&
    (origin === undefined || origin === ownOrigin) &&
    (isFirstCall(request) || hasValidToken(request))
  )
}

/** Returns true if the request has a token of a session of this browser, or of a visitor who is not logged in. */
function hasValidToken(request: FastifyRequest): boolean {
  const token = request.headers['x-csrf-token']
  const own = sessionOf(request) ?? findVisitor(request)
  const owners = [own, otherSessionOf(request)]
  return (
    typeof token === 'string' &&
    owners.some((owner) => owner !== undefined && isTokenFor('csrf', owner, token))
  )
}

const ownCookies = [cookies, adminCookies].flatMap((names) => Object.values(names))

/**
 * Returns true for the first call of a visitor, who cannot have a token yet: the call has neither a token nor any of our
 * cookies. A browser must send our Origin, because a call of another site has no cookies either (SameSite), and could log
 * the user in to a foreign account.
 */
function isFirstCall({ headers, cookies: sent }: FastifyRequest): boolean {
  return (
    headers['x-csrf-token'] === undefined &&
    (headers['sec-fetch-site'] === undefined || headers.origin !== undefined) &&
    !ownCookies.some((name) => sent[name] !== undefined)
  )
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { cookieOptions, cookies, cookiesFor, routeOf } from './cookies.ts'
import { isServiceCall } from './bearer.ts'
import { memoize } from './memoize.ts'
import { isTokenFor, randomToken, tokenFor, tokenHash } from './secret.ts'

/**
 * CSRF protection: the token in `x-csrf-token` is derived from the session cookie, or from the visitor cookie before
 * a login. Another site can neither read the token nor set the header.
 */

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /**
     * The cookie value that the response's CSRF token is derived from; changes with the session cookie. Null where the
     * request was refused before anybody asked.
     */
    csrfOwner: string | undefined | null
  }
}

/**
 * Refuses requests that change something without a valid token, and sends the current token with every response.
 * `pagesOf` returns the origin of the pages that belong to a path.
 */
export function registerCsrf(api: FastifyInstance, pagesOf: (path: string) => string): void {
  api.decorateRequest('csrfOwner', null)
  api.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    // Another site cannot set the header, and no cookie counts beside it.
    if (isServiceCall(request)) return done()
    request.csrfOwner = ownerOf(request, reply)
    // Without a route nothing is changed: the answer is 404 or 405.
    const isAllowed = request.is404 || isReadOnly(request) || isSameSite(request, pagesOf(route))
    done(isAllowed ? undefined : new Refusal(commonErrors.invalidCsrfToken))
  })
  api.addHook('onSend', (request, reply, _, done) => {
    // The browser has, or gets, the cookie of another response: this one must leave it and its CSRF token alone.
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

/** Cached: the token of an owner is always the same, and every response carries one. */
const csrfTokenOf = memoize(
  (owner) => tokenFor('csrf', owner),
  10_000,
  (owner) => tokenHash(owner).toString('base64url'),
)

/** Returns the visitor cookie, which identifies a browser before the login; sets it where it is missing. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookies.visitor]
  if (known && known.length >= 43) return known
  const visitor = randomToken()
  reply.setCookie(cookies.visitor, visitor, cookieOptions)
  request.cookies[cookies.visitor] = visitor
  return visitor
}

/** Logout is a GET by the specification although it changes something. */
function isReadOnly(request: FastifyRequest): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && !/\/logout(\?|$)/.test(routeOf(request))
}

function isSameSite(request: FastifyRequest, ownOrigin: string): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const token = headers['x-csrf-token']
  return (
    headers['x-requested-with'] === 'XMLHttpRequest' &&
    (site === undefined || site === 'same-origin' || site === 'same-site') &&
    (origin === undefined ? request.method === 'GET' : origin === ownOrigin) &&
    typeof token === 'string' &&
    typeof request.csrfOwner === 'string' &&
    isTokenFor('csrf', request.csrfOwner, token)
  )
}

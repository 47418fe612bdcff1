import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { cookieOptions, cookies, routeOf } from './cookies.ts'
import { isTokenFor, randomToken, tokenFor } from './secret.ts'

/**
 * CSRF protection: the token in `x-csrf-token` is derived from the session cookie, or from the visitor cookie before
 * a login. Another site can neither read the token nor set the header.
 */

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /** The cookie value that the response's CSRF token is derived from; changes with the session cookie. */
    csrfOwner: string | undefined
  }
}

/**
 * Refuses requests that change something without a valid token, and sends the current token with every response.
 * `sessionCookie` names the session cookie of a path, `pagesOf` the origin of its pages.
 */
export function registerCsrf(
  api: FastifyInstance,
  sessionCookie: (path: string) => string,
  pagesOf: (path: string) => string,
): void {
  api.decorateRequest('csrfOwner', undefined)
  api.addHook('onRequest', (request, reply, done) => {
    request.csrfOwner =
      request.cookies[sessionCookie(routeOf(request))] ?? visitorOf(request, reply)
    const isAllowed = isReadOnly(request) || isSameSite(request, pagesOf(routeOf(request)))
    done(isAllowed ? undefined : new Refusal(commonErrors.invalidCsrfToken))
  })
  api.addHook('onSend', (request, reply, _, done) => {
    const owner = request.csrfOwner ?? visitorOf(request, reply)
    reply.header('x-csrf-token', csrfTokenOf(owner))
    done()
  })
}

const maxCachedTokens = 10_000
const cachedTokens = new Map<string, string>()

/** Cached: the token of an owner is always the same, and every response carries one. */
function csrfTokenOf(owner: string): string {
  const cached = cachedTokens.get(owner)
  if (cached !== undefined) return cached
  const token = tokenFor('csrf', owner)
  if (cachedTokens.size >= maxCachedTokens) cachedTokens.clear()
  cachedTokens.set(owner, token)
  return token
}

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
  const isRead = request.method === 'GET' || request.method === 'HEAD'
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
    request.csrfOwner !== undefined &&
    isTokenFor('csrf', request.csrfOwner, token)
  )
}

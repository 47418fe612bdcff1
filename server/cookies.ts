import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionEnd } from '#contract/session.ts'
import { config } from './config.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /** Its session has a new token already: no answer to it sets or expires a cookie. */
    hasReplacedCookie: boolean
    /** Why the session of its cookie has ended. */
    sessionEnd: SessionEnd | undefined
  }
}

/** Names of the cookies, without the prefix that they have on https. */
export const cookieNames = {
  session: 'portico',
  loginAttempt: 'portico-login',
  browser: 'portico-browser',
  visitor: 'portico-visitor',
  changed: 'portico-changed',
  locale: 'locale',
  theme: 'theme',
} as const
export const adminCookieNames = {
  session: 'portico-admin',
  loginAttempt: 'portico-admin-login',
} as const

/** Cookies of the partner area. On https, the prefix __Host- binds them to this host. */
export const cookies = withPrefix(cookieNames)

/** Cookies of the admin area: an admin and a user can be logged in side by side in one browser. */
export const adminCookies = withPrefix(adminCookieNames)

/** The cookies of the area that a URL belongs to. */
export function cookiesFor(url: string): { session: string; loginAttempt: string } {
  return isAdminUrl(url) ? adminCookies : cookies
}

/** The pattern of the request's route, since one address has several spellings; the URL where no route matches. */
export function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

export function isAdminUrl(url: string): boolean {
  return /^\/(api\/admin|auth-proxy)(?![^/?])/.test(url)
}

/** How long a browser stays known (design §1); a logout does not end it. */
const browserSeconds = 180 * 24 * 60 * 60

/** How long a browser that has changed something reads from the primary: longer than a follower may be behind. */
export const changeSeconds = 15

/** Every cookie: this host only, out of reach of scripts. */
export const cookieOptions = {
  path: '/',
  httpOnly: true,
  secure: config.isSecure,
  sameSite: 'lax',
} as const

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name] || undefined
}

/** Sets the cookies of a new session; the CSRF token of this response belongs to it already. */
export function openSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date; browserToken?: string },
): void {
  const { session: name, loginAttempt } = cookiesFor(routeOf(request))
  reply.setCookie(name, session.token, cookieOptions)
  if (session.browserToken !== undefined) {
    reply.setCookie(cookies.browser, session.browserToken, {
      ...cookieOptions,
      maxAge: browserSeconds,
    })
  }
  reply.clearCookie(loginAttempt, cookieOptions)
  request.csrfOwner = session.token
  announceExpiry(reply, session.expiresAt)
}

/** Tells the browser when the session expires without further use, in seconds since 1970. */
export function announceExpiry(reply: FastifyReply, expiresAt: Date): void {
  reply.header('x-session-expires', Math.floor(expiresAt.getTime() / 1000))
}

export function openAttemptCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(cookiesFor(routeOf(reply.request)).loginAttempt, token, cookieOptions)
}

/** Clears the cookies of session and login attempt; other cookies of the host stay. */
export function closeSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { session, loginAttempt } = cookiesFor(routeOf(request))
  reply.clearCookie(session, cookieOptions)
  reply.clearCookie(loginAttempt, cookieOptions)
  request.csrfOwner = undefined
}

/** Expires the cookie of an ended session; the CSRF token of this response belongs to the visitor again. */
export function expireSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { session } = cookiesFor(routeOf(request))
  if (!readCookie(request, session)) return
  reply.clearCookie(session, cookieOptions)
  request.csrfOwner = undefined
}

function withPrefix<Name extends string>(names: Readonly<Record<Name, string>>) {
  const prefixed = Object.entries(names).map(([key, name]) => [key, config.cookiePrefix + name])
  return Object.fromEntries(prefixed) as Record<Name, string>
}

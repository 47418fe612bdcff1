import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionEnd } from '#contract/session.ts'
import { config } from './config.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyRequest {
    /** True if the session already has a newer token than the cookie. The response then sets and expires no cookies. */
    hasReplacedCookie: boolean
    /** The reason why the session of the cookie ended, if it did. */
    sessionEnd: SessionEnd | undefined
  }
}

/** The names of the cookies, without the prefix that they have on https. */
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

/** Cookies of users. On https, the prefix __Host- binds them to this host. */
export const cookies = withPrefix(cookieNames)

/** Cookies of the admin area. They are separate so that an admin and a user can be logged in to the same browser. */
export const adminCookies = withPrefix(adminCookieNames)

/** Returns the cookies of the area that a URL belongs to. */
export function cookiesFor(url: string): { session: string; loginAttempt: string } {
  return isAdminUrl(url) ? adminCookies : cookies
}

/** Returns the pattern of the request's route, because a URL has several spellings, or the URL if no route matches. */
export function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

/** Returns true for a URL of the admin API, or of the admin login at an identity provider. */
export function isAdminUrl(url: string): boolean {
  return /^\/(api\/admin|auth-proxy)(?=[/?]|$)/.test(url)
}

/** Lifetime of a known browser and its cookie, in seconds. A logout does not end it. */
export const knownBrowserSeconds = 180 * 24 * 60 * 60

/** The time in which a browser reads from the primary after a change, in seconds. Exceeds the maximum follower lag. */
export const changeSeconds = 15

/** The options of every cookie: this host only, not accessible to scripts. */
export const cookieOptions = {
  path: '/',
  httpOnly: true,
  secure: config.isSecure,
  sameSite: 'lax',
} as const

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name] || undefined
}

/** Sets the cookies of a new session. The CSRF token of this response already belongs to it. */
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
      maxAge: knownBrowserSeconds,
    })
  }
  reply.clearCookie(loginAttempt, cookieOptions)
  request.csrfOwner = session.token
  announceExpiry(reply, session.expiresAt)
}

/** Sets the header with the time at which the session expires without further use, in seconds since 1970. */
export function announceExpiry(reply: FastifyReply, expiresAt: Date): void {
  reply.header('x-session-expires', Math.floor(expiresAt.getTime() / 1000))
}

/** Sets the cookie of a new login attempt. */
export function openAttemptCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(cookiesFor(routeOf(reply.request)).loginAttempt, token, cookieOptions)
}

/** Clears the cookies of session and login attempt. Other cookies of the host stay. */
export function closeSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { session, loginAttempt } = cookiesFor(routeOf(request))
  reply.clearCookie(session, cookieOptions)
  reply.clearCookie(loginAttempt, cookieOptions)
  request.csrfOwner = undefined
}

/** Expires the cookie of an ended session. The CSRF token of this response belongs to the visitor again. */
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import { config } from './config.ts'

/** Cookies of the partner area. On https, the prefix __Host- binds them to this host. */
export const cookies = {
  session: `${config.cookiePrefix}portico`,
  loginAttempt: `${config.cookiePrefix}portico-login`,
  browser: `${config.cookiePrefix}portico-browser`,
} as const

/** Cookies of the admin area: an admin and a user can be logged in side by side in one browser. */
export const adminCookies = {
  session: `${config.cookiePrefix}portico-admin`,
  loginAttempt: `${config.cookiePrefix}portico-admin-login`,
} as const

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

const options = { path: '/', httpOnly: true, secure: config.isSecure, sameSite: 'lax' } as const

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
  reply.setCookie(name, session.token, options)
  if (session.browserToken !== undefined) {
    reply.setCookie(cookies.browser, session.browserToken, { ...options, maxAge: browserSeconds })
  }
  reply.clearCookie(loginAttempt, options)
  request.csrfOwner = session.token
  announceExpiry(reply, session.expiresAt)
}

/** Tells the browser when the session expires without further use, in seconds since 1970. */
export function announceExpiry(reply: FastifyReply, expiresAt: Date): void {
  reply.header('x-session-expires', Math.floor(expiresAt.getTime() / 1000))
}

export function openAttemptCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(cookiesFor(routeOf(reply.request)).loginAttempt, token, options)
}

/** Clears the cookies of session and login attempt; other cookies of the host stay. */
export function closeSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { session, loginAttempt } = cookiesFor(routeOf(request))
  reply.clearCookie(session, options)
  reply.clearCookie(loginAttempt, options)
  request.csrfOwner = undefined
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { config } from './config.ts'

/** The cookies of the partner area. On https their names keep them to this one host. */
export const cookies = {
  session: `${config.cookiePrefix}portico`,
  loginAttempt: `${config.cookiePrefix}portico-login`,
  browser: `${config.cookiePrefix}portico-browser`,
} as const

/** Those of the admin area: an admin and a person can be logged in side by side. */
export const adminCookies = {
  session: `${config.cookiePrefix}portico-admin`,
  loginAttempt: `${config.cookiePrefix}portico-admin-login`,
} as const

/** The cookies of the area that a call belongs to. */
export function cookiesFor(url: string): { session: string; loginAttempt: string } {
  return isAdminUrl(url) ? adminCookies : cookies
}

/** The route that a call goes to: its address could be written in more than one way. */
export function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

export function isAdminUrl(url: string): boolean {
  return /^\/(api\/admin|auth-proxy)(?![^/?])/.test(url)
}

/** How long a browser stays known (design §1): no logout ends it. */
const browserSeconds = 180 * 24 * 60 * 60

const options = { path: '/', httpOnly: true, secure: config.isSecure, sameSite: 'lax' } as const

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name] || undefined
}

/** From this answer on, the CSRF token belongs to the new session. */
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

/** When the session ends without further use, in seconds since 1970. */
export function announceExpiry(reply: FastifyReply, expiresAt: Date): void {
  reply.header('x-session-expires', Math.floor(expiresAt.getTime() / 1000))
}

export function openAttemptCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(cookiesFor(routeOf(reply.request)).loginAttempt, token, options)
}

/** Forgets the session and the attempt, each by name: what else the host remembers is not ours to clear. */
export function closeSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { session, loginAttempt } = cookiesFor(routeOf(request))
  reply.clearCookie(session, options)
  reply.clearCookie(loginAttempt, options)
  request.csrfOwner = undefined
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '#server/cookies.ts'
import { randomToken } from '#server/secret.ts'
import type { Platform } from './platform.ts'

// These cookies are set on a platform's host, so their prefix and `Secure` follow that host's scheme, not the portal's.

/** Lifetime of the state cookie in seconds: longer than any login, including mail and setup of a new authenticator. */
const stateSeconds = 60 * 60

const accessCookie = 'portico-entry'
const stateCookie = 'portico-entry-state'

/** The access token. `isSecure` is true if the cookie's name has the `__Host-` prefix. */
export type AccessCookie = { token: string; isSecure: boolean }

/**
 * Reads the access cookie, with or without the `__Host-` prefix, because the platform has not been read yet.
 * `findForwardAuthAccesses` accepts only the cookie that matches the scheme of the platform.
 */
export function readAccessCookie(request: FastifyRequest): AccessCookie | undefined {
  for (const scheme of ['https:', 'http:']) {
    const token = readCookie(request, nameOn(scheme, accessCookie))
    if (token !== undefined) return { token, isSecure: isSecure(scheme) }
  }
  return undefined
}

export function setAccessCookie(reply: FastifyReply, { origin }: Platform, token: string): void {
  reply.setCookie(nameOn(origin, accessCookie), token, optionsOn(origin))
}

export function readStateCookie(request: FastifyRequest, { origin }: Platform): string | undefined {
  return readCookie(request, nameOn(origin, stateCookie))
}

/** Returns this browser's state, creating the cookie if needed. Two tabs share one state. */
export function ensureStateCookie(reply: FastifyReply, platform: Platform): string {
  const stored = readStateCookie(reply.request, platform)
  // A state has 43 characters: 32 bytes in base64url.
  const state = stored?.length === 43 ? stored : randomToken()
  const options = { ...optionsOn(platform.origin), maxAge: stateSeconds }
  reply.setCookie(nameOn(platform.origin, stateCookie), state, options)
  return state
}

function nameOn(origin: string, name: string): string {
  return isSecure(origin) ? `__Host-${name}` : name
}

function optionsOn(origin: string) {
  return { path: '/', httpOnly: true, secure: isSecure(origin), sameSite: 'lax' } as const
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

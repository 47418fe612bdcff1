import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '#server/cookies.ts'
import { randomToken } from '#server/secret.ts'
import type { Platform } from './platform.ts'

/** Cookies of a platform's host. How they are kept depends on that host, not on ours. */

/** A login must not take longer, mails and a new authenticator included. */
const stateSeconds = 60 * 60

export type Shown = { token: string; isSecure: boolean }

/** The platform is not asked for: a name that anybody could have set is worth nothing on https (`findEntry`). */
export function readEntry(request: FastifyRequest): Shown | undefined {
  for (const origin of ['https:', 'http:']) {
    const token = readCookie(request, entryName(origin))
    if (token !== undefined) return { token, isSecure: isSecure(origin) }
  }
  return undefined
}

export function setEntry(reply: FastifyReply, { origin }: Platform, token: string): void {
  reply.setCookie(entryName(origin), token, optionsOn(origin))
}

export function readState(request: FastifyRequest, { origin }: Platform): string | undefined {
  return readCookie(request, stateName(origin))
}

/** What this browser is known by on the way to the portal and back. Two tabs are on their way with one. */
export function keepState(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): string {
  const known = readState(request, platform)
  const state = known?.length === 43 ? known : randomToken()
  const options = { ...optionsOn(platform.origin), maxAge: stateSeconds }
  reply.setCookie(stateName(platform.origin), state, options)
  return state
}

function entryName(origin: string): string {
  return `${prefixOn(origin)}portico-entry`
}

function stateName(origin: string): string {
  return `${prefixOn(origin)}portico-entry-state`
}

function prefixOn(origin: string): string {
  return isSecure(origin) ? '__Host-' : ''
}

function optionsOn(origin: string) {
  return { path: '/', httpOnly: true, secure: isSecure(origin), sameSite: 'lax' } as const
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

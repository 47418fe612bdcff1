import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findPlatformOfCode } from '#domain/forward-auth-access.ts'
import { findSession, recordActivity, type Session } from '#domain/session.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf } from '#server/http.ts'
import { tokenHash } from '#server/secret.ts'
import { beginEntry } from './begin-entry.ts'
import { identityOf, publicKeys } from './identity.ts'
import { openEntry } from './open-entry.ts'
import { interruptedPage, notSentPage, pageHeaders } from './pages.ts'
import { keepState, readEntry, readState, setEntry } from './platform-cookies.ts'
import * as at from './platform.ts'
import { verifyEntry } from './verify-entry.ts'
import { wayIn } from './way-in.ts'

const identityHeader = 'x-portico-identity'

/** The way into platforms behind a proxy that asks, call by call, who somebody is. */
export function forwardAuth(server: FastifyInstance): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', quiet)
    scope.get('/forward-auth/verify', verify)
    scope.get('/forward-auth/start', start)
    scope.get(`${at.mount}/start`, startOnPlatform)
    scope.get(`${at.mount}/callback`, callback)
    scope.get('/forward-auth/interrupted', showInterrupted)
    scope.get('/forward-auth/not-sent', async (request, reply) => {
      const platform = await at.findPlatform(db, asked(request, 'subsystem'))
      return reply.headers(pageHeaders).send(notSentPage(request, platform))
    })
  })
  server.get('/forward-auth/jwks.json', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(await publicKeys()),
  )
}

/** Some answers stand on a platform's host: what holds for ours says nothing about that one. */
async function quiet(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  reply.removeHeader('strict-transport-security')
}

/** For nginx a plain 401; `redirect=true` answers where a proxy passes on to the browser what it is told. */
async function verify(request: FastifyRequest, reply: FastifyReply) {
  const platformId = asked(request, 'subsystem')
  const cookie = readEntry(request)
  const entry = await verifyEntry(db, { platformId, cookie, origin: originOf(request) })
  if (entry) return reply.header(identityHeader, await identityOf(platformId, entry)).send()
  const platform = await at.findPlatform(db, platformId)
  if (!platform) throw new Refusal(commonErrors.notFound)
  const way = wayIn(platform, request.headers)
  if (way === undefined) throw new Refusal(commonErrors.notLoggedIn)
  const status = asked(request, 'redirect') === 'true' ? 303 : 401
  return reply.status(status).header('location', way).send()
}

/** At the portal, where it is known who she is. */
async function start(request: FastifyRequest, reply: FastifyReply) {
  const platform = await at.findPlatform(db, asked(request, 'subsystem'))
  const path = platform && at.pathOn(platform, asked(request, 'rd'))
  if (!platform || path === undefined) return showInterrupted(request, reply)
  const state = asked(request, 'state')
  if (!/^[\w-]{43}$/.test(state)) return reply.redirect(at.startOn(platform, path), 303)
  const rd = platform.origin + path
  const back = at.portalPath('start', { subsystem: platform.id, rd, state })
  const session = await presentSession(request)
  if (!session) return toLogin(reply, back)
  const stateHash = Buffer.from(state, 'base64url')
  const wish = { session, platform, path, stateHash }
  const { code, refused } = await beginEntry(db, originOf(request), wish)
  if (refused) return toNotice(reply, { forbidden_subsystem: platform.id, error_type: refused })
  return code === undefined
    ? toLogin(reply, back)
    : reply.redirect(at.callbackOn(platform, code), 303)
}

/** On the platform's host. What the browser keeps is known to nobody else; what it shows at the portal is its hash. */
async function startOnPlatform(request: FastifyRequest, reply: FastifyReply) {
  const platform = await at.findPlatform(db, asked(request, 'subsystem'))
  if (!platform) return reply.redirect(at.portalUrl('interrupted', {}), 303)
  const state = tokenHash(keepState(request, reply, platform)).toString('base64url')
  const search = { subsystem: platform.id, rd: asked(request, 'rd'), state }
  return reply.redirect(at.portalUrl('start', search), 303)
}

/** On the platform's host. From here she goes where the code says, and nowhere else. */
async function callback(request: FastifyRequest, reply: FastifyReply) {
  const code = asked(request, 'code')
  const id = await findPlatformOfCode(db, code)
  const platform = await at.findPlatform(db, id ?? '')
  if (!platform) return reply.redirect(at.portalUrl('interrupted', {}), 303)
  const state = readState(request, platform)
  const shown = { platform, code, state: state ?? '' }
  const opened = state === undefined ? undefined : await openEntry(db, originOf(request), shown)
  if (!opened) {
    const why = state === undefined ? 'another browser, or no cookies' : 'too late, or used'
    request.log.warn({ requestId: request.id, platform: platform.id, why }, 'an entry was refused')
    return reply.redirect(at.portalUrl('interrupted', { subsystem: platform.id }), 303)
  }
  setEntry(reply, platform, opened.token)
  return reply.redirect(platform.origin + opened.path, 303)
}

async function showInterrupted(request: FastifyRequest, reply: FastifyReply) {
  const platform = await at.findPlatform(db, asked(request, 'subsystem'))
  return reply.status(400).headers(pageHeaders).send(interruptedPage(request, platform))
}

/** Coming by on the way to a platform counts as activity. */
async function presentSession(request: FastifyRequest): Promise<Session | undefined> {
  const token = readCookie(request, cookies.session)
  const session = token === undefined ? undefined : await findSession(db, token)
  if (session?.isSeenLongAgo) await recordActivity(db, session.id)
  return session
}

function toLogin(reply: FastifyReply, back: string): FastifyReply {
  return reply.redirect(`/login?${new URLSearchParams({ redirect: back })}`, 303)
}

function toNotice(reply: FastifyReply, about: Record<string, string>): FastifyReply {
  return reply.redirect(`/main/profile?${new URLSearchParams(about)}`, 303)
}

/** A value of the query that was given once; empty otherwise. */
function asked({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

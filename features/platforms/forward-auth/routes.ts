import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as links from '#contract/links.ts'
import { errorTypeOf } from '#domain/platform-access/platform-access.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findActiveSession } from '#domain/sessions/session-timeout.ts'
import { findPlatformIdByCode } from '#domain/platforms/forward-auth-access.ts'
import { getPublicJwks } from '#domain/keys/signing-key.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { sessionChallenge } from '#server/error-response.ts'
import { originOf } from '#server/http.ts'
import { tokenHash } from '#server/secret.ts'
import { redeemCode, startAccess, verifyAccess } from './access.ts'
import { signIdentity } from './identity.ts'
import { interruptedPage, notSentPage, pageHeaders } from './pages.ts'
import { ensureStateCookie, readAccessCookie, readStateCookie, setAccessCookie } from './cookies.ts'
import {
  callbackOn,
  findPlatform,
  mount,
  pathOn,
  portalPath,
  portalUrl,
  startOn,
} from './platform.ts'
import { loginRedirectFor } from './login-redirect.ts'

const identityHeader = 'x-portico-identity'

/** Registers forward-auth: a reverse proxy calls /forward-auth/verify for each request to a platform. */
export function forwardAuth(server: FastifyInstance): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', setHeaders)
    scope.get('/forward-auth/verify', verify)
    scope.get('/forward-auth/start', start)
    scope.get(`${mount}/start`, startOnPlatform)
    scope.get(`${mount}/callback`, callback)
    scope.get('/forward-auth/interrupted', showInterrupted)
    scope.get('/forward-auth/not-sent', async (request, reply) => {
      const platform = await findPlatform(db, queryValue(request, 'subsystem'))
      return reply.headers(pageHeaders).send(notSentPage(request, platform))
    })
  })
  server.get('/forward-auth/jwks.json', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .send(await getPublicJwks(db, 'forward-auth')),
  )
}

/**
 * Sets the response headers. Removes HSTS, because some responses are served on a platform's host, and the portal must
 * not require https there.
 */
async function setHeaders(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  reply.removeHeader('strict-transport-security')
}

/**
 * Verifies one request to a platform. A page view without access is answered with the location of the login: for nginx
 * with 401, and with `redirect=true` by 303, for proxies that forward the response to the browser.
 */
async function verify(request: FastifyRequest, reply: FastifyReply) {
  const platformId = queryValue(request, 'subsystem')
  const access = await verifyAccess(originOf(request), platformId, readAccessCookie(request))
  if (access) return reply.header(identityHeader, await signIdentity(platformId, access)).send()
  const platform = await findPlatform(db, platformId)
  if (!platform) throw new Refusal(commonErrors.notFound)
  const location = loginRedirectFor(platform, request.headers)
  if (location === undefined) throw new Refusal(commonErrors.notLoggedIn)
  const status = queryValue(request, 'redirect') === 'true' ? 303 : 401
  if (status === 401) reply.header('www-authenticate', sessionChallenge)
  return reply.status(status).header('location', location).send()
}

/** Starts access on the portal's host, which has the session. */
async function start(request: FastifyRequest, reply: FastifyReply) {
  const platform = await findPlatform(db, queryValue(request, 'subsystem'))
  const path = platform && pathOn(platform, queryValue(request, 'rd'))
  if (!platform || path === undefined) return showInterrupted(request, reply)
  const state = queryValue(request, 'state')
  // Access begins on the platform's host, which sets the state cookie and returns here with the hash of the state.
  if (!/^[\w-]{43}$/.test(state)) return reply.redirect(startOn(platform, path), 303)
  const rd = platform.origin + path
  const returnPath = portalPath('start', { subsystem: platform.id, rd, state })
  const session = await findActiveSession(db, readCookie(request, cookies.session))
  const codeRequest = { platform, path, stateHash: Buffer.from(state, 'base64url') }
  const { code, refusal, needsStepUp } = session
    ? await startAccess(originOf(request), { ...codeRequest, session })
    : {}
  if (refusal) {
    const error_type = errorTypeOf(refusal, platform)
    const profile = links.profile({ forbidden_subsystem: platform.id, error_type })
    return reply.redirect(links.hrefOf(profile), 303)
  }
  if (needsStepUp) {
    const stepUp = links.stepUp({ subsystem: platform.id, redirect: returnPath })
    return reply.redirect(links.hrefOf(stepUp), 303)
  }
  if (code === undefined) {
    return reply.redirect(links.hrefOf(links.login({ redirect: returnPath })), 303)
  }
  return reply.redirect(callbackOn(platform, code), 303)
}

/** Starts access on the platform's host. The state stays in this browser; the portal sees only its hash. */
async function startOnPlatform(request: FastifyRequest, reply: FastifyReply) {
  const platform = await findPlatform(db, queryValue(request, 'subsystem'))
  if (!platform) return reply.redirect(portalUrl('interrupted', {}), 303)
  const state = tokenHash(ensureStateCookie(reply, platform)).toString('base64url')
  const search = { subsystem: platform.id, rd: queryValue(request, 'rd'), state }
  return reply.redirect(portalUrl('start', search), 303)
}

/** Redeems the code on the platform's host. The redirect target is stored with the code, not taken from the request. */
async function callback(request: FastifyRequest, reply: FastifyReply) {
  const code = queryValue(request, 'code')
  const id = await findPlatformIdByCode(db, code)
  const platform = await findPlatform(db, id ?? '')
  if (!platform) return reply.redirect(portalUrl('interrupted', {}), 303)
  const state = readStateCookie(request, platform)
  const access = state && (await redeemCode(originOf(request), { platform, code, state }))
  if (!access) {
    const why = state ? 'too late, or used' : 'another browser, or no cookies'
    const details = { requestId: request.id, platform: platform.id, why }
    request.log.warn(details, 'a forward-auth code was refused')
    return reply.redirect(portalUrl('interrupted', { subsystem: platform.id }), 303)
  }
  setAccessCookie(reply, platform, access.token)
  return reply.redirect(platform.origin + access.path, 303)
}

async function showInterrupted(request: FastifyRequest, reply: FastifyReply) {
  const platform = await findPlatform(db, queryValue(request, 'subsystem'))
  return reply.status(400).headers(pageHeaders).send(interruptedPage(request, platform))
}

/** Returns a query parameter; empty when it is missing or repeated. */
function queryValue({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

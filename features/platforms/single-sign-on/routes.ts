import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Provider } from 'oidc-provider'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { originOf } from '#server/http.ts'
import { createProviderLoader } from './provider.ts'
import { continueSignOn } from './interaction.ts'
import { startStoringRefusals } from './refusals.ts'
import { noticePage, securityHeaders } from './pages.ts'
import { readFactsKey } from './facts-key.ts'
import { findCallFacts } from './call-facts.ts'
import { readOidcRequest, runWithOidcRequest, type OidcRequest } from './oidc-request.ts'
import { runInPlace, SignOnRefused } from './rate-limit.ts'
import { restoreBody, readForm } from './request-body.ts'
import { resolveParameters, savePostedForm } from './request-parameters.ts'

const mount = '/oidc'
const formType = 'application/x-www-form-urlencoded'
/** Endpoints that browsers open. Platforms call the other ones, which ignore cookies. */
const browserPath = /^\/oidc\/(auth|session)(\/|\?|$)/

const metadataMethods = ['GET', 'OPTIONS']
const callMethods = ['POST', 'OPTIONS']
/** Paths of platforms' calls. Their facts are read before the provider begins. */
const callPath = /^\/oidc\/(token|request|me)(\/|\?|$)/
/** Methods of the provider's endpoints. OPTIONS is for CORS; `acceptForms` adds POST to /auth and /session/end. */
const endpoints: Readonly<Record<string, readonly string[]>> = {
  '/.well-known/openid-configuration': metadataMethods,
  '/.well-known/oauth-authorization-server': metadataMethods,
  '/jwks': metadataMethods,
  '/auth': ['GET'],
  '/auth/:uid': ['GET'],
  '/request': callMethods,
  '/token': callMethods,
  '/token/introspection': callMethods,
  '/token/revocation': callMethods,
  '/me': ['GET', ...callMethods],
  '/session/end': ['GET'],
  '/session/end/confirm': ['POST'],
  '/session/end/success': ['GET'],
}

/** Mounts the OpenID provider under /oidc, and /sign-on/:uid, which redirects to the login and back. */
export async function singleSignOn(server: FastifyInstance): Promise<void> {
  const loadProvider = await createProviderLoader()
  server.addHook('onClose', startStoringRefusals())
  await server.register(acceptForms)

  await server.register(async (scope) => {
    // The provider parses the bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addContentTypeParser(formType, readForm)
    for (const [path, methods] of Object.entries(endpoints)) {
      const handler = createHandler(loadProvider)
      scope.route({ method: [...methods] as HTTPMethods[], url: mount + path, handler })
    }
  })

  server.get('/sign-on/:uid', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', ...securityHeaders() })
    const oidcRequest = await readOidcRequest(request)
    const { provider } = await loadProvider()
    return runWithOidcRequest(oidcRequest, () => signOn(provider, request, reply))
  })
}

function createHandler(loadProvider: Awaited<ReturnType<typeof createProviderLoader>>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isPreflight = 'access-control-request-method' in request.headers
    if (request.method === 'OPTIONS' && !isPreflight) return reply.callNotFound()
    if (Buffer.isBuffer(request.body)) restoreBody(request.raw, request.body)
    const path = pathOf(request.raw)
    const isBrowser = browserPath.test(path)
    const oidcRequest = isBrowser ? await readOidcRequest(request) : await readCall(request, path)
    const { answer } = await loadProvider((oidcRequest.facts ?? oidcRequest.browser)?.keySet)
    reply.headers(securityHeaders())
    const isAnonymous = isBrowser && request.method === 'GET' && !oidcRequest.session
    const run = isAnonymous ? runInPlace : runWithOidcRequest
    return run(oidcRequest, async () => {
      const resolvedPath = isBrowser ? await resolveParameters(path) : path
      if (resolvedPath === undefined) return showNotice(request, reply, 400)
      reply.hijack()
      // A hijacked reply would lose the headers that the server sets on every response.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      setPublicUrl(request.raw, resolvedPath)
      return answer(request.raw, reply.raw)
    })
  }
}

async function readCall(request: FastifyRequest, path: string): Promise<OidcRequest> {
  const body = Buffer.isBuffer(request.body) ? String(request.body) : ''
  const needsFacts = callPath.test(path) && request.method !== 'OPTIONS'
  const key = needsFacts ? readFactsKey(path, request.headers, body) : undefined
  const facts = key && (await findCallFacts(key))
  return { origin: originOf(request), session: undefined, facts }
}

async function signOn(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    const isGivenUp = 'unmet' in (request.query as object)
    const next = await continueSignOn(provider, [request.raw, reply.raw], isGivenUp)
    return reply.redirect(next, 303)
  } catch (error) {
    // The interaction has expired, began in another browser, or belongs to a user who has logged out.
    if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error
    return showNotice(request, reply, 400)
  }
}

function showNotice(request: FastifyRequest, reply: FastifyReply, status: number) {
  const page = noticePage(request, status)
  return reply.status(status).type('text/html; charset=utf-8').send(page)
}

/** Returns the path without scheme and host, which a client may include in the request line (RFC 9112 §3.2.2). */
function pathOf(request: IncomingMessage): string {
  const path = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '')
  if (!path.startsWith(`${mount}/`)) throw new Refusal(commonErrors.notFound)
  return path
}

/** Rewrites the request so that the provider derives its own URL from PUBLIC_URL, never from a client's headers. */
function setPublicUrl(request: IncomingMessage, path: string): void {
  const { host, protocol } = new URL(config.publicUrl)
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-')) delete request.headers[name]
  }
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  Object.assign(request, { originalUrl: path, url: path.slice(mount.length) })
}

/**
 * Accepts requests as forms, too, and redirects them to GET, because browsers omit SameSite=Lax cookies from cross-site
 * forms (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). The posted values do not appear in the URL.
 */
async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser(
    formType,
    { parseAs: 'string', bodyLimit: 12 * 1024 },
    (_, body, done) => {
      const holdsNul = String(body).includes('%00') || String(body).includes('\0')
      if (holdsNul) return done(new Refusal(commonErrors.invalidInput), undefined)
      return done(null, new URLSearchParams(String(body)))
    },
  )
  for (const path of [`${mount}/auth`, `${mount}/session/end`]) {
    scope.post(path, { onRequest: noStore }, async (request, reply) => {
      const { body } = request
      if (!(body instanceof URLSearchParams)) throw new Refusal(commonErrors.invalidInput)
      const oidcRequest = { origin: originOf(request), session: undefined }
      try {
        const query = await runWithOidcRequest(oidcRequest, () => savePostedForm(body))
        return reply.redirect(`${path}?${query}`, 303)
      } catch (error) {
        if (!(error instanceof SignOnRefused)) throw error
        reply.headers({ ...securityHeaders(), 'retry-after': error.retryAfterSeconds })
        return showNotice(request, reply, error.status)
      }
    })
  }
}

async function noStore(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownPathOf } from '#contract/redirect.ts'
import { config } from '#server/config.ts'
import { openSessionCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf, type Server } from '#server/http.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import { begin, complete, reasonOf, type Begun } from './identity-provider.ts'
import { logIn } from './auth-proxy-log-in.ts'

/** What was begun, kept by the browser itself, which can neither read nor change it. */
const cookie = `${config.cookiePrefix}portico-admin-sign-in`
const purpose = 'admin-sign-in'
const options = { path: '/', httpOnly: true, secure: config.isSecure, sameSite: 'lax' } as const
const patienceSeconds = 10 * 60
const home = '/admin'

type Query = { redirectTo?: string; fresh?: string }

/** The way in through the company's identity provider: there, and back to where she was. */
export async function authProxy(server: Server): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    })
    scope.get<{ Querystring: Query }>('/auth-proxy/login', async ({ query, log }, reply) => {
      try {
        const { url, begun } = await begin(pathOf(query.redirectTo), query.fresh === '1')
        reply.setCookie(cookie, seal(begun), { ...options, maxAge: patienceSeconds })
        return reply.redirect(url.href, 302)
      } catch (error) {
        log.error({ err: error })
        return refused(reply, 'unavailable')
      }
    })
    scope.get('/auth-proxy/callback', comeBack)
  })
}

async function comeBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const begun = open(request.cookies[cookie])
  reply.clearCookie(cookie, options)
  if (!begun) return refused(reply, 'expired')
  const search = request.url.slice(request.url.split('?', 1)[0]?.length)
  const named = await complete(search, begun).catch((error: unknown) => {
    request.log.warn({ reason: reasonOf(error), requestId: request.id })
    return undefined
  })
  if (!named) return refused(reply, 'failed')
  const session = await logIn(db, originOf(request), named)
  if (!session) return refused(reply, 'not-admin')
  openSessionCookie(request, reply, session)
  return reply.redirect(begun.redirectTo, 302)
}

/** The login page says it in words. */
function refused(reply: FastifyReply, reason: string): FastifyReply {
  return reply.redirect(`${home}/login?refused=${reason}`, 302)
}

/** A path of the admin area, also where the whole address was sent; anything else leads to its start. */
function pathOf(target: unknown): string {
  if (typeof target !== 'string') return home
  const own = target.startsWith(`${config.adminUrl}/`)
    ? target.slice(config.adminUrl.length)
    : target
  return ownPathOf(own) !== undefined && /^\/admin(?![^/?#])/.test(own) ? own : home
}

function seal(begun: Begun): string {
  const until = Date.now() + patienceSeconds * 1000
  return encrypt(purpose, cookie, JSON.stringify({ ...begun, until }))
}

function open(sealed: string | undefined): Begun | undefined {
  if (!sealed) return undefined
  try {
    const { until, ...begun } = JSON.parse(decrypt(purpose, cookie, sealed)) as Begun & {
      until: number
    }
    return until > Date.now() ? begun : undefined
  } catch {
    // Under a key that is gone, or made by somebody else.
    return undefined
  }
}

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addPayments, pay } from './payments.ts'
import { failurePage, homePage, loggedOutPage, paidPage } from './platform-page.ts'
import { brandStyle } from '../app/brand.ts'
import {
  errorCodeOf,
  createRelyingParty,
  type LoginState,
  type PlatformSession,
  type RelyingParty,
} from './relying-party.ts'

/**
 * An example of a platform. It knows no passwords, only Portico's tokens (relying-party.ts). In production, store the
 * sessions in a database, and set `secure: true` on the cookies.
 */
export type Platform = { url: string; stop(): Promise<void> }

type Options = {
  id: string
  name: string
  host: string
  port: number
  issuer: string
  clientSecret: string
  portalUrl: string
  /** Shows a *Pay* button. */
  hasPayments?: boolean
  /** Requests the user's roles. */
  hasRoles?: boolean
  /** Returns the current brand. */
  brand?: () => { name: string; color: string; colorLight: string }
}
type Running = Options & {
  url: string
  party: RelyingParty
  sessions: Map<string, PlatformSession>
  cookies: { session: string; login: string }
}

const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

export async function startPlatform(options: Options): Promise<Platform> {
  const server = Fastify({ forceCloseConnections: true })
  const name = `portico-demo-${options.id}`
  const platform: Running = {
    ...options,
    url: '',
    party: createRelyingParty(options),
    sessions: new Map(),
    cookies: { session: name, login: `${name}-login` },
  }
  await server.register(cookie)
  await addPages(server, platform)
  addLogin(server, platform)
  addLogout(server, platform)
  if (platform.hasPayments) addPay(server, platform)
  await server.listen({ host: options.host, port: options.port }).catch((error: Error) => {
    throw listenError(options, error)
  })
  // A host name other than the portal's, because ports do not separate cookies.
  platform.url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url: platform.url, stop: () => server.close() }
}

async function addPages(server: FastifyInstance, platform: Running): Promise<void> {
  const plain = await readFile(new URL('platform.css', import.meta.url), 'utf8')
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
  server.setErrorHandler((error, _, reply) =>
    show(reply, failurePage(platform, errorCodeOf(error)), 502),
  )
  server.get('/platform.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').send(plain + brandStyle(platform.brand?.())),
  )
  server.get('/', (request, reply) => {
    const session = sessionOf(request, platform)
    return session ? show(reply, homePage(platform, session.user)) : toProvider(reply, platform)
  })
  server.get('/signed-out', (request, reply) => {
    platform.sessions.delete(request.cookies[platform.cookies.session] ?? '')
    reply.clearCookie(platform.cookies.session, cookieOptions)
    return show(reply, loggedOutPage(platform))
  })
}

function addLogin(server: FastifyInstance, platform: Running): void {
  const { cookies, party, sessions } = platform
  server.get('/login', (request, reply) => {
    const { prompt } = request.query as { prompt?: unknown }
    return toProvider(reply, platform, prompt === 'login' ? { prompt } : {})
  })
  server.get('/callback', async (request, reply) => {
    const state = request.cookies[cookies.login]
    if (state === undefined) return reply.redirect('/', 303)
    reply.clearCookie(cookies.login, cookieOptions)
    const url = new URL(request.url, platform.url)
    const id = randomBytes(32).toString('base64url')
    const login = JSON.parse(state) as LoginState
    const session = await party.complete(url, login)
    sessions.set(id, session)
    reply.setCookie(cookies.session, id, cookieOptions)
    return login.isPaying ? payAs(session, reply, platform) : reply.redirect('/', 303)
  })
}

function addLogout(server: FastifyInstance, platform: Running): void {
  const { party, sessions } = platform
  server.get('/logout', async (request, reply) => {
    const session = sessionOf(request, platform)
    const url = await party.logoutUrl(`${platform.url}/signed-out`, session?.idToken)
    return reply.redirect(url.href, 303)
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )
  server.post('/backchannel-logout', async (request, reply) => {
    const token = (request.body as URLSearchParams).get('logout_token') ?? ''
    const ended = await party.verifyLogoutToken(token).catch(() => undefined)
    if (!ended) return reply.status(400).send({ error: 'invalid_request' })
    for (const [id, { sid, sub }] of sessions) {
      const isMeant = ended.sid === undefined ? ended.sub === sub : ended.sid === sid
      if (isMeant) sessions.delete(id)
    }
    return reply.status(204).send()
  })
}

/** Accepts only the page's own form: a foreign site's form is sent without the session's cookie. */
function addPay(server: FastifyInstance, platform: Running): void {
  addPayments(server, platform.party)
  server.post('/pay', (request, reply) => {
    const session = sessionOf(request, platform)
    return session ? payAs(session, reply, platform) : toProvider(reply, platform)
  })
}

/** Pays. If the API requires a more recent login, the user confirms it at the provider and returns (RFC 9470 §4). */
async function payAs(session: PlatformSession, reply: FastifyReply, platform: Running) {
  let result = await pay(platform.url, session.accessToken)
  if (result === 'expired') {
    session.accessToken = await platform.party.refresh(session.refreshToken)
    result = await pay(platform.url, session.accessToken)
  }
  if (result === 'paid') return show(reply, paidPage(platform, session.user))
  // Still expired after the refresh: only a new login helps.
  const maxAge = result === 'expired' ? '0' : result.maxAge
  return toProvider(reply, platform, { max_age: maxAge })
}

async function toProvider(
  reply: FastifyReply,
  { party, url, cookies }: Running,
  extra: { max_age?: string; prompt?: 'login' } = {},
) {
  const login = await party.begin(`${url}/callback`, extra)
  // Only a payment requires a maximum age of the login.
  const state = JSON.stringify({ ...login.state, isPaying: extra.max_age !== undefined })
  reply.setCookie(cookies.login, state, { ...cookieOptions, maxAge: 3600 })
  return reply.redirect(login.url.href, 303)
}

function sessionOf(
  request: FastifyRequest,
  { sessions, cookies }: Running,
): PlatformSession | undefined {
  return sessions.get(request.cookies[cookies.session] ?? '')
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').send(page)
}

function listenError({ id, name, host, port }: Options, error: NodeJS.ErrnoException): Error {
  const isTaken = error.code === 'EADDRINUSE'
  const why = isTaken
    ? `Port ${port} is already in use`
    : `${name} cannot listen on ${host} port ${port}`
  const variable = `${id.toUpperCase().replaceAll('-', '_')}_PORT`
  return new Error(`${why}: set ${variable} to a free port.`, { cause: error })
}

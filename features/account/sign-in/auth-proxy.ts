import type { FastifyReply, FastifyRequest } from 'fastify'
import * as links from '#contract/links.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { startAdminSession } from '#domain/sessions/admin-session.ts'
import { linkAdminIdentity, type Admin } from '#domain/accounts/admin.ts'
import { adminArea, recordAudit } from '#domain/audit/audit.ts'
import { browserName } from '#domain/sessions/browser-name.ts'
import { adminLogins, logOut } from '#domain/sign-in/login.ts'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { openSessionCookie } from '#server/cookies.ts'
import { databaseNow } from '#server/database-clock.ts'
import { db, transaction, type Db } from '#server/db.ts'
import { originOf } from '#server/http.ts'
import { logDroppedRedirect } from '#server/log.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import {
  createAuthorizationRequest,
  exchangeCode,
  reasonOf,
  type AuthorizationRequest,
  type Identity,
} from './identity-provider.ts'

/** Handlers of /auth-proxy: the admin login at an identity provider. */

/** Cookie with the encrypted authorization request, kept until the identity provider sends the admin back. */
const cookieName = `${config.cookiePrefix}portico-admin-sign-in`
const purpose = 'admin-sign-in'
const cookieOptions = {
  path: '/',
  httpOnly: true,
  secure: config.isSecure,
  sameSite: 'lax',
} as const
const lifetimeSeconds = 10 * 60
/** Maximum age in milliseconds of an authentication at the identity provider that counts as step-up authentication. */
const stepUpMs = 5 * 60 * 1000
const home = links.adminArea.path

/** `fresh` is `1` if the admin must authenticate again despite a session at the identity provider. */
export type LoginQuery = { redirectTo?: string; fresh?: string }

/** Redirects an admin to the admins' identity provider. */
export async function redirectToProvider(
  request: FastifyRequest<{ Querystring: LoginQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, log } = request
  try {
    const isFresh = query.fresh === '1'
    const path = adminPathOf(query.redirectTo, originOf(request))
    const { url, request: authorization } = await createAuthorizationRequest(path, isFresh)
    reply.setCookie(cookieName, seal(authorization), { ...cookieOptions, maxAge: lifetimeSeconds })
    return reply.redirect(url.href, 302)
  } catch (error) {
    log.error({ err: error })
    return redirectToLogin(reply, 'unavailable')
  }
}

/** Logs in the admin whom the identity provider sends back. */
export async function handleCallback(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const authorization = unseal(request.cookies[cookieName])
  reply.clearCookie(cookieName, cookieOptions)
  if (!authorization) return redirectToLogin(reply, 'expired')
  const [path = ''] = request.url.split('?', 1)
  const search = request.url.slice(path.length)
  const identity = await exchangeCode(search, authorization).catch((error: unknown) => {
    request.log.warn({ reason: reasonOf(error), requestId: request.id })
    return undefined
  })
  if (!identity) return redirectToLogin(reply, 'failed')
  const session = await logIn(db, originOf(request), identity)
  if (!session) return redirectToLogin(reply, identity.isStrong ? 'not-admin' : 'weak')
  openSessionCookie(request, reply, session)
  return reply.redirect(authorization.redirectTo, 302)
}

/**
 * Logs in an existing admin; never creates one. Returns undefined if the authentication was too weak, or no active
 * admin has the identity.
 */
function logIn(db: Db, origin: Origin, identity: Identity): Promise<StartedSession | undefined> {
  const { issuer, subject, authenticatedAt, isStrong } = identity
  return transaction(db, async (tx) => {
    const match = isStrong ? await linkAdminIdentity(tx, identity) : undefined
    const admin = match?.admin
    const ageMs = authenticatedAt ? databaseNow() - authenticatedAt.getTime() : Infinity
    const login = { origin, methods: ['oidc'], isFresh: ageMs < stepUpMs }
    const session = admin?.active
      ? await startAdminSession(tx, { accountId: admin.id, ...login })
      : undefined
    if (!admin || !session) {
      // Limits the audit rows, because an employee who is not an admin can repeat this without any interaction.
      if (await consumeAddressLimit(tx, 'addressFailures', origin)) return undefined
      await recordAudit(tx, origin, 'login_failed', {
        targetId: admin?.id,
        subSystem: adminArea,
        data: { reason: refusalReason(isStrong, admin), method: 'oidc', issuer, subject },
      })
      return undefined
    }
    const actor = { ...origin, adminId: admin.id }
    // The browser loses the cookie of its previous session, which must not stay open.
    await logOut(tx, adminLogins, origin, origin.sessionToken)
    if (match?.isNew)
      await recordAudit(tx, actor, 'admin_identity_linked', { data: { issuer, subject } })
    await recordAudit(tx, actor, 'login_succeeded', {
      data: { sessionId: session.id, method: 'oidc', browser: browserName(origin.userAgent) },
    })
    return session
  })
}

/** Returns the reason for the audit log. */
function refusalReason(isStrong: boolean, admin: Admin | undefined): string {
  if (!isStrong) return 'weak authentication'
  return admin ? 'admin inactive' : 'not an admin'
}

/** Redirects to the login page, which explains the reason. */
function redirectToLogin(reply: FastifyReply, reason: string): FastifyReply {
  return reply.redirect(links.hrefOf(links.adminLogin({ refused: reason })), 302)
}

/**
 * Returns the path of a target in the admin area; the target may also be a full URL. For any other target, logs its
 * host and returns the start page.
 */
function adminPathOf(target: unknown, origin: Origin): string {
  if (typeof target !== 'string') return home
  const path = target.startsWith(`${config.adminUrl}/`)
    ? target.slice(config.adminUrl.length)
    : target
  // /admin itself and paths below it, but not /administrators.
  if (ownPathOf(path) !== undefined && /^\/admin(?![^/?#])/.test(path)) return path
  if (path !== '') logDroppedRedirect('redirectTo', target, origin)
  return home
}

type Sealed = AuthorizationRequest & { until: number }

function seal(authorization: AuthorizationRequest): string {
  const sealed: Sealed = { ...authorization, until: databaseNow() + lifetimeSeconds * 1000 }
  return encrypt(purpose, cookieName, JSON.stringify(sealed))
}

function unseal(sealed: string | undefined): AuthorizationRequest | undefined {
  if (!sealed) return undefined
  try {
    const { until, ...authorization } = JSON.parse(decrypt(purpose, cookieName, sealed)) as Sealed
    return until > databaseNow() ? authorization : undefined
  } catch {
    // The cookie was encrypted with a removed key, or is forged.
    return undefined
  }
}

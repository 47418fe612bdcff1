import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { getMe } from '#contract/me.ts'
import { findAdminSession, recordAdminActivity } from '#domain/admin-session.ts'
import { findLoginAttempt } from '#domain/login-attempt.ts'
import { findSessionsAndMe } from '#domain/me.ts'
import { findPlatformToken } from '#domain/subsystem.ts'
import { findSession, recordActivity } from '#domain/session.ts'
import type { Caller } from '#server/caller.ts'
import { originOf } from '#server/http.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import { permissionsOf } from '#contract/permission.ts'
import { adminCookies, cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'

/** Finds the caller by cookie or token. An endpoint for anyone needs no query. */
export async function identify(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Caller | undefined> {
  const { access } = endpoint
  if (access === 'anyone') return undefined
  if (typeof access === 'object' && 'platformWithScope' in access) return identifyPlatform(request)
  if (access === 'login-attempt') return identifyAttempt(request)
  if (access === 'admin-login-attempt') return identifyAdminAttempt(request)
  const isForAdmins =
    access === 'admin' || (typeof access === 'object' && 'adminWithAnyOf' in access)
  return isForAdmins ? identifyAdmin(request) : identifyUser(request, endpoint)
}

async function identifyAttempt(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, cookies.loginAttempt)
  const attempt = token && (await findLoginAttempt(db, token, 'user'))
  if (!attempt) return undefined
  return { ...originOf(request), kind: 'attempt', attemptId: attempt.id, userId: attempt.userId }
}

async function identifyAdminAttempt(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, adminCookies.loginAttempt)
  const attempt = token && (await findLoginAttempt(db, token, 'admin'))
  if (!attempt) return undefined
  const { id: attemptId, userId: adminId } = attempt
  return { ...originOf(request), kind: 'admin-attempt', attemptId, adminId }
}

/** `GET /users/me` is the most frequent request: session and user are one query, batched over parallel requests. */
const loadSessionAndMe = createBatchLoader(
  (keys: readonly { token: string; ipAddress: string }[]) => findSessionsAndMe(db, keys),
)

async function identifyUser(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Caller | undefined> {
  const token = readCookie(request, cookies.session)
  if (!token) return undefined
  const session =
    endpoint === getMe
      ? await loadSessionAndMe({ token, ipAddress: request.ip })
      : await findSession(db, token)
  if (!session) return undefined
  const expiresAt = isActivity(request, session)
    ? await recordActivity(db, session.id)
    : session.expiresAt
  if (!expiresAt) return undefined
  const { permissions, preferredLanguage } = 'me' in session ? session.me : session
  return {
    ...originOf(request),
    kind: 'user',
    userId: session.userId,
    sessionId: session.id,
    permissions,
    preferredLanguage,
    expiresAt,
    me: 'me' in session ? session.me : undefined,
  }
}

async function identifyAdmin(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, adminCookies.session)
  const session = token && (await findAdminSession(db, token))
  if (!session) return undefined
  const { id, accountId: adminId, roles, stepUpAt, hasRecentStepUp } = session
  const expiresAt = isActivity(request, session)
    ? await recordAdminActivity(db, id)
    : session.expiresAt
  if (!expiresAt) return undefined
  return {
    ...originOf(request),
    kind: 'admin',
    adminId,
    sessionId: id,
    roles,
    permissions: permissionsOf(roles),
    expiresAt,
    stepUpAt,
    hasRecentStepUp,
  }
}

/** Accepts a token in the header only (RFC 6750 §2.1): URLs end up in logs. */
async function identifyPlatform(request: FastifyRequest): Promise<Caller | undefined> {
  const [, token] = /^Bearer ([\w.~+/-]{1,512}=*)$/i.exec(request.headers.authorization ?? '') ?? []
  const platform = token && (await findPlatformToken(db, token))
  return platform ? { ...originOf(request), kind: 'platform', ...platform } : undefined
}

function isActivity(request: FastifyRequest, session: { isSeenLongAgo: boolean }): boolean {
  return session.isSeenLongAgo && request.headers['x-background'] === undefined
}

/**
 * The permissions of the user or admin who requests a page; undefined without a session or without a database.
 * Decides only what the page shows before its scripts run, and does not extend the session.
 */
export async function permissionsAt(
  request: FastifyRequest,
  area: 'partner' | 'admin',
): Promise<readonly string[] | undefined> {
  const token = readCookie(request, area === 'admin' ? adminCookies.session : cookies.session)
  if (!token) return undefined
  try {
    if (area === 'partner') return (await findSession(db, token))?.permissions
    const session = await findAdminSession(db, token)
    return session && permissionsOf(session.roles)
  } catch (error) {
    request.log.warn(
      { err: error, requestId: request.id },
      'the session of a page request could not be read',
    )
    return undefined
  }
}

import type { FastifyRequest } from 'fastify'
import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import type { AdminMe } from '#contract/admin.ts'
import { getMe as getMeEndpoint, type Me } from '#contract/me.ts'
import type { SessionEnd } from '#contract/session.ts'
import { permissionsOfScopes } from '#contract/machine.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import {
  findAdminSession,
  findAdminSessionEnd,
  recordAdminActivity,
  type AdminSession,
} from '#domain/sessions/admin-session.ts'
import { findLoginAttempt } from '#domain/sign-in/login-attempt.ts'
import { getAdminMe } from '#domain/accounts/admin-me.ts'
import { findSessionsAndMe, getMe } from '#domain/accounts/me.ts'
import { methodsOf } from '#domain/passkeys/passkey.ts'
import { findPlatformToken } from '#domain/platforms/platform-token.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findServiceToken, recordServiceUse } from '#domain/service-accounts/service-account.ts'
import { findSession, findSessionEnd } from '#domain/sessions/session.ts'
import { extendSession } from '#domain/sessions/session-timeout.ts'
import { withCompanyPermissions } from '#domain/companies/company-role.ts'
import { findProofs } from '#domain/sessions/step-up.ts'
import { findSessionIdByReplacedToken } from '#domain/sessions/replaced-token.ts'
import { bearerTokenOf, isServiceCall } from '#server/bearer.ts'
import type { Caller } from '#server/caller.ts'
import { originOf } from '#server/http.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import { permissionsOf, permissionsWhileSuspended } from '#contract/permission.ts'
import { config } from '#server/config.ts'
import { adminCookies, cookies, readCookie } from '#server/cookies.ts'
import { db, type Db } from '#server/db.ts'

/**
 * Returns the caller by cookie or token; undefined without a valid one. An endpoint for anyone needs no query. Throws
 * the refusals of `identifyService` and `findReplaced`.
 */
export async function identify(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Caller | undefined> {
  if (isServiceCall(request)) return identifyService(request)
  const kind = callerKindOf(endpoint.access)
  if (kind === 'anyone' || kind === 'service') return undefined
  if (kind === 'platform') return identifyPlatform(request)
  if (kind === 'user') return identifyUser(request, endpoint)
  return kind === 'admin' ? identifyAdmin(request) : identifyAttempt(request, kind)
}

async function identifyAttempt(
  request: FastifyRequest,
  kind: 'login-attempt' | 'admin-login-attempt',
): Promise<Caller | undefined> {
  const isAdmin = kind === 'admin-login-attempt'
  const token = readCookie(request, (isAdmin ? adminCookies : cookies).loginAttempt)
  const attempt = token && (await findLoginAttempt(db, token, isAdmin ? 'admin' : 'user'))
  if (!attempt) return undefined
  const { id: attemptId, userId, decoy, isSynced } = attempt
  // Null: the first step was the password, not a passkey.
  const firstMethods = isSynced === null ? ['pwd'] : methodsOf(isSynced)
  const origin = { ...originOf(request), attemptId, decoy, firstMethods }
  return isAdmin
    ? { ...origin, kind: 'admin-attempt', adminId: userId }
    : { ...origin, kind: 'attempt', userId }
}

/**
 * Loads session and user by one query, batched over concurrent requests: `GET /users/me` is the most frequent request.
 */
const loadSessionAndMe = createBatchLoader(
  (keys: readonly { token: string; ipAddress: string }[]) => findSessionsAndMe(db, keys),
)

async function identifyUser(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Caller | undefined> {
  const token = readCookie(request, cookies.session)
  if (!token) return undefined
  const current =
    endpoint === getMeEndpoint
      ? await loadSessionAndMe({ token, ipAddress: request.ip })
      : await findSession(db, { token })
  const session = current ?? (await findReplaced(request, token, findSession))
  if (!session) return recordEnd(request, await findSessionEnd(db, token))
  const expiresAt = await extend(request, session, extendSession)
  if (!expiresAt) return undefined
  const { permissions, preferredLanguage } =
    'me' in session
      ? session.me
      : {
          ...session,
          permissions: withCompanyPermissions(session.permissions, session.companyRoles),
        }
  return {
    ...originOf(request),
    kind: 'user',
    userId: session.userId,
    sessionId: session.id,
    permissions,
    preferredLanguage,
    expiresAt,
    // The token from before a step-up may be a stolen copy: the step-up must not elevate it.
    verified:
      'me' in session || request.hasReplacedCookie
        ? undefined
        : { minutesAgo: session.minutesSinceVerified, methods: session.verifiedMethods },
    findProofs: () => findProofs(db, session.userId),
    me: 'me' in session ? session.me : undefined,
  }
}

function ownPermissions({ roles, isSuspended }: AdminSession) {
  return isSuspended ? permissionsWhileSuspended(roles) : permissionsOf(roles)
}

async function identifyAdmin(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, adminCookies.session)
  if (!token) return undefined
  const current = await findAdminSession(db, { token })
  const session = current ?? (await findReplaced(request, token, findAdminSession))
  if (!session) return recordEnd(request, await findAdminSessionEnd(db, token))
  const expiresAt = await extend(request, session, recordAdminActivity)
  if (!expiresAt) return undefined
  const { id: sessionId, accountId: adminId, minutesSinceStepUp } = session
  const { roles, isSuspended, methods } = session
  return {
    ...originOf(request),
    kind: 'admin',
    adminId,
    sessionId,
    roles,
    isSuspended,
    methods,
    permissions: ownPermissions(session),
    expiresAt,
    // The token from before a step-up may be a stolen copy: the step-up must not elevate it.
    minutesSinceStepUp: request.hasReplacedCookie ? null : minutesSinceStepUp,
    findProofs: () => findProofs(db, adminId, config.passkeys.admins),
  }
}

/**
 * Returns the session of a request that was in flight while its token was replaced; undefined if the token is unknown.
 * Throws `invalidCsrfToken` for anything but a read, so that the page repeats it with the new cookie and its CSRF
 * token.
 */
async function findReplaced<Session>(
  request: FastifyRequest,
  token: string,
  find: (db: Db, key: { id: string }) => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const id = await findSessionIdByReplacedToken(db, token)
  if (id === undefined) return undefined
  request.hasReplacedCookie = true
  if (!['GET', 'HEAD'].includes(request.method)) throw new Refusal(commonErrors.invalidCsrfToken)
  return find(db, { id })
}

/** Stores on the request why its session ended. The cookie proves a former login, so the caller may know the reason. */
function recordEnd(request: FastifyRequest, end: SessionEnd | undefined): undefined {
  request.sessionEnd = end
}

/**
 * Identifies a service account at every endpoint of the admin area, so that no endpoint takes the call for one of
 * another caller. Throws `invalidToken`, `tooManyRequests`, and 400001 if the request also has an admin's session.
 */
async function identifyService(request: FastifyRequest): Promise<Caller> {
  if (readCookie(request, adminCookies.session)) throw new Refusal(commonErrors.invalidInput)
  const token = bearerTokenOf(request)
  const account = token && (await findServiceToken(db, token, request.ip))
  if (!account) throw new Refusal(errorCodes.invalidToken)
  const { serviceId, scopes, isSeenLongAgo } = account
  const exceeded = await consumeRateLimit(db, 'serviceCalls', serviceId)
  if (exceeded) throw new Refusal(errorCodes.tooManyRequests, exceeded)
  if (isSeenLongAgo) await recordServiceUse(db, serviceId)
  const permissions = permissionsOfScopes(scopes)
  return { ...originOf(request), kind: 'service', serviceId, scopes, permissions }
}

async function identifyPlatform(request: FastifyRequest): Promise<Caller | undefined> {
  const token = bearerTokenOf(request)
  const platform = token && (await findPlatformToken(db, token))
  return platform ? { ...originOf(request), kind: 'platform', ...platform } : undefined
}

/**
 * Extends the session, unless the request is a background request. Returns when the session expires; undefined if it
 * has ended.
 */
async function extend(
  { headers }: FastifyRequest,
  { id, isSeenLongAgo, expiresAt }: { id: string; isSeenLongAgo: boolean; expiresAt: Date },
  record: typeof extendSession,
): Promise<Date | undefined> {
  const mustRecord = isSeenLongAgo && headers['x-background'] === undefined
  return mustRecord ? record(db, id) : expiresAt
}

/**
 * Returns the permissions of the admin who requests a page; undefined without a session or a database. Does not extend
 * the session.
 */
export function adminPermissionsAt(
  request: FastifyRequest,
): Promise<readonly string[] | undefined> {
  return findAtPage(request, adminCookies.session, async (token) => {
    const current = await findAdminSession(db, { token })
    const session = current ?? (await findReplaced(request, token, findAdminSession))
    return session && ownPermissions(session)
  })
}

/**
 * Returns the admin who opens a page and when their session expires; undefined without a session or a database. Counts
 * as activity, like the API calls whose replies the page contains.
 */
export function adminAt(
  request: FastifyRequest,
): Promise<{ expiresAt: Date; me: AdminMe } | undefined> {
  return findAtPage(request, adminCookies.session, async (token) => {
    const current = await findAdminSession(db, { token })
    const session = current ?? (await findReplaced(request, token, findAdminSession))
    const expiresAt = session && (await extend(request, session, recordAdminActivity))
    return expiresAt && { expiresAt, me: await getAdminMe(db, session.accountId) }
  })
}

/**
 * Returns the user who opens a page, and the id and expiry of their session; undefined without a session or a database.
 * Counts as activity, like the API calls whose replies the page contains.
 */
export function userAt(
  request: FastifyRequest,
): Promise<{ sessionId: string; expiresAt: Date; me: Me } | undefined> {
  return findAtPage(request, cookies.session, async (token) => {
    const current = await loadSessionAndMe({ token, ipAddress: request.ip })
    const session = current ?? (await findReplaced(request, token, findSession))
    if (!session) return undefined
    const { id: sessionId, userId } = session
    const expiresAt = await extend(request, session, extendSession)
    const me = 'me' in session ? session.me : await getMe(db, { userId, ipAddress: request.ip })
    return expiresAt && { sessionId, expiresAt, me }
  })
}

async function findAtPage<Result>(
  request: FastifyRequest,
  cookie: string,
  find: (token: string) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const token = readCookie(request, cookie)
  if (!token) return undefined
  try {
    return await find(token)
  } catch (error) {
    request.log.warn(
      { err: error, requestId: request.id },
      'the session of a page request could not be read',
    )
    return undefined
  }
}

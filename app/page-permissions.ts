import type { FastifyRequest } from 'fastify'
import { permissionsOf } from '#contract/permission.ts'
import { findAdminSession } from '#domain/admin-session.ts'
import { findSession } from '#domain/session.ts'
import { adminCookies, cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'

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

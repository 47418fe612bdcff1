import type { FastifyRequest } from 'fastify'
import { permissionsOf } from '#contract/permission.ts'
import { findAdminSession } from '#domain/admin-session.ts'
import { findSession } from '#domain/session.ts'
import { adminCookies, cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'

/**
 * What whoever asks for a page may see, where she is logged in. It decides what stands on the page before its
 * scripts come and nothing else: it prolongs no session, and where the database is away nobody is known.
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
      'who asks for a page could not be found out',
    )
    return undefined
  }
}

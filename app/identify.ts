import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import { findLoginAttempt } from '#domain/login-attempt.ts'
import { findSession, markSeen } from '#domain/session.ts'
import type { Caller } from '#server/caller.ts'
import { cookies, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { originOf } from '#server/http.ts'

/** From a cookie to the Caller. A call that anyone may make asks the database nothing. */
export async function identify(
  request: FastifyRequest,
  access: Access,
): Promise<Caller | undefined> {
  if (access === 'anyone') return undefined
  return access === 'login-attempt' ? identifyAttempt(request) : identifyUser(request)
}

async function identifyAttempt(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, cookies.loginAttempt)
  const attempt = token && (await findLoginAttempt(db, token))
  if (!attempt) return undefined
  return { ...originOf(request), kind: 'attempt', attemptId: attempt.id, userId: attempt.userId }
}

async function identifyUser(request: FastifyRequest): Promise<Caller | undefined> {
  const token = readCookie(request, cookies.session)
  const session = token && (await findSession(db, token))
  if (!session) return undefined
  const isActivity = session.isSeenLongAgo && request.headers['x-background'] === undefined
  const expiresAt = isActivity ? await markSeen(db, session.id) : session.expiresAt
  if (!expiresAt) return undefined
  return {
    ...originOf(request),
    kind: 'user',
    userId: session.userId,
    sessionId: session.id,
    permissions: session.permissions,
    preferredLanguage: session.preferredLanguage,
    expiresAt,
  }
}

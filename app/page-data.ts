import type { FastifyRequest } from 'fastify'
import { getMe } from '#contract/me.ts'
import { db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { findOverview } from '../features/account/home/overview-document.ts'
import { listFirstLogins, listOwnSessions } from '../features/account/sessions/sessions-document.ts'
import { userAt } from './identify.ts'
import { paths } from './web/addresses.ts'
import type { PageData } from './web/page-replies.ts'

type PageUser = NonNullable<Awaited<ReturnType<typeof userAt>>>

/**
 * Who opens a page of the user area, and what the page shows first; undefined without a session or a database. Only a
 * navigation gets it: a document that another page embeds or fetches, or that is fetched ahead, holds no personal data.
 */
export async function findPageUser(request: FastifyRequest): Promise<PageUser | undefined> {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = request.headers
  const isNavigation = destination === 'document' && purpose === undefined
  return isNavigation && request.method === 'GET' ? userAt(request) : undefined
}

/** The replies that the page at `path` shows first. */
export async function findPageData(user: PageUser, path: string | undefined): Promise<PageData> {
  const { me, expiresAt } = user
  const caller = { userId: me.id, sessionId: user.id }
  const isSecurity = path === paths.security
  const [overview, sessions, logins] = await Promise.all([
    (isSecurity || path === paths.home) && findOverview(db, caller),
    isSecurity && listOwnSessions(db, caller),
    isSecurity && listFirstLogins(db, caller),
  ])
  return {
    expiresAt: expiresAt.getTime(),
    now: Date.now(),
    me: replyOf(getMe, me),
    ...(overview && { overview }),
    ...(sessions && { sessions }),
    ...(logins && { logins }),
  }
}

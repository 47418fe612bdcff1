import type { FastifyRequest } from 'fastify'
import { getAdminMe } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { databaseNow } from '#server/database-clock.ts'
import { db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { findOverview } from '../features/account/home/overview-document.ts'
import { listFirstLogins, listOwnSessions } from '../features/account/sessions/sessions-document.ts'
import { findFirstOverview } from '../features/admin/overview/overview-document.ts'
import { adminAt, userAt } from './identify.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { AdminPageData, PageData } from './web/page-replies.ts'

type PageUser = NonNullable<Awaited<ReturnType<typeof userAt>>>
type PageAdmin = NonNullable<Awaited<ReturnType<typeof adminAt>>>

/**
 * Returns the user who opens a page of the user area; undefined without a session or a database. Only for a navigation:
 * a document that another page embeds or fetches, or that is prefetched, contains no personal data.
 */
export async function findPageUser(request: FastifyRequest): Promise<PageUser | undefined> {
  return isNavigation(request) ? userAt(request) : undefined
}

function isNavigation(request: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = request.headers
  const isDocument = destination === 'document' && purpose === undefined
  return isDocument && request.method === 'GET'
}

/** Returns the replies of the API that the page at `path` shows first. */
export async function findPageData(user: PageUser, path: string | undefined): Promise<PageData> {
  const { me, sessionId, expiresAt } = user
  const caller = { userId: me.id, sessionId }
  const isSecurity = path === links.security.path
  const [overview, sessions, logins] = await Promise.all([
    (isSecurity || path === links.home.path) && findOverview(db, caller),
    isSecurity && listOwnSessions(db, caller),
    isSecurity && listFirstLogins(db, caller),
  ])
  return {
    expiresAt: expiresAt.getTime(),
    now: databaseNow(),
    me: replyOf(getMe, me),
    ...(overview && { overview }),
    ...(sessions && { sessions }),
    ...(logins && { logins }),
  }
}

/** Returns the admin who opens a page of the admin area, as `findPageUser` does. */
export async function findPageAdmin(request: FastifyRequest): Promise<PageAdmin | undefined> {
  return isNavigation(request) ? adminAt(request) : undefined
}

/** Returns the replies of the API that the page at `path` of the admin area shows first. */
export async function findAdminPageData(
  { me, expiresAt }: PageAdmin,
  path: string | undefined,
): Promise<AdminPageData> {
  return {
    expiresAt: expiresAt.getTime(),
    now: databaseNow(),
    me: replyOf(getAdminMe, me),
    ...(path === adminLinks.overview.path && { adminOverview: await findFirstOverview(me) }),
  }
}

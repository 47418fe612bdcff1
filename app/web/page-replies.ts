import type { AdminMe } from '#contract/admin.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Me } from '#contract/me.ts'
import type { findOverview } from '../../features/account/home/contract.ts'
import type { getOverview } from '../../features/admin/overview/contract.ts'
import type { listLogins, listSessions } from '../../features/account/sessions/contract.ts'

/** Id of the element that holds the data in a document. */
export const pageDataId = 'page-data'

/** Time at which the session ends without activity, and the server's clock, in milliseconds since 1970. */
type SessionTimes = { expiresAt: number; now: number }

/** Data that a page behind the login shows first: replies of the API to the user who opens it. */
export type PageData = SessionTimes & {
  me: Me
  overview?: Reply<typeof findOverview>
  sessions?: Reply<typeof listSessions>
  logins?: { rows: Reply<typeof listLogins>; next: string | undefined }
}

/** Data that a page of the admin area shows first: replies of the API to the admin who opens it. */
export type AdminPageData = SessionTimes & {
  me: AdminMe
  adminOverview?: Reply<typeof getOverview>
}

export type AnyPageData = PageData | AdminPageData

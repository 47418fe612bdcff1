import type { Reply } from '#contract/endpoint.ts'
import { countCompanyDecisions } from '#domain/approvals/standing.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { countOpenRequests } from '#domain/platform-access/access-request.ts'
import { findOpenReviewId, listReviewUsers } from '#domain/platform-access/access-review.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, scalar } from '#server/db.ts'
import { maxWaiting, type getCompanyWaiting as endpoint } from './contract.ts'

type Waiting = Reply<typeof endpoint>

/** Returns the numbers of the menu. The frame of every page asks for them, so each count stops at `maxWaiting`. */
export async function findWaiting({ userId, permissions }: UserCaller): Promise<Waiting> {
  if (!permissions.includes('company_users')) return { requests: 0, review: 0, invitations: 0 }
  const { partnerId } = await getDelegation(db, userId)
  const [requests, approvals, review, invitations] = await Promise.all([
    countOpenRequests(db, partnerId),
    countCompanyDecisions(db, partnerId, userId),
    countUsersToReview(partnerId, userId),
    countInvitations(partnerId),
  ])
  return { requests: Math.min(requests + approvals, maxWaiting), review, invitations }
}

async function countUsersToReview(partnerId: string, userId: string): Promise<number> {
  const reviewId = await findOpenReviewId(db, partnerId)
  if (reviewId === undefined) return 0
  const page = { take: maxWaiting, after: undefined }
  const users = await listReviewUsers(db, reviewId, {
    state: 'pending',
    exceptUserId: userId,
    page,
  })
  return users.length
}

async function countInvitations(partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from (
      select from invitations i
      where i.partner_id = ${partnerId} and i.accepted_at is null and i.revoked_at is null
        and exists (select from one_time_links l
                    where l.invitation_id = i.id and l.voided_at is null and l.expires_at > now())
      limit ${maxWaiting}) counted`
  return count ?? 0
}

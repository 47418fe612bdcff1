import type { Reply } from '#contract/endpoint.ts'
import { countOpenRequests } from '#domain/platform-access/access-request.ts'
import { countCompanyDecisions } from '#domain/approvals/standing.ts'
import { countSeats, getDelegation, listAdministrators } from '#domain/companies/company-role.ts'
import { listInvitations, meetsFilters } from '#domain/lists/invitation-list.ts'
import { lacksFactor } from '#domain/lists/user-conditions.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, row, scalar } from '#server/db.ts'
import type { getCompanyOverview as endpoint } from './contract.ts'

type Overview = Reply<typeof endpoint>
type Counts = Pick<Overview, 'users' | 'withoutFactor'>

/** Returns the overview of the caller's company. Invitations only appear to callers who may manage users. */
export async function findOverview({ userId, permissions }: UserCaller): Promise<Overview> {
  const { partnerId, name, seats } = await getDelegation(db, userId)
  const [used, counts, requests, approvals, administrators, expiring, reviewDue] =
    await Promise.all([
      countSeats(db, partnerId),
      countUsers(partnerId),
      countOpenRequests(db, partnerId),
      countCompanyDecisions(db, partnerId, userId),
      listAdministrators(db, partnerId),
      permissions.includes('company_users') ? listExpiring(partnerId) : [],
      scalar<Date>(db)`
      select due_at from access_reviews where partner_id = ${partnerId} and closed_at is null`,
    ])
  const { users, withoutFactor } = counts ?? { users: 0, withoutFactor: 0 }
  return {
    name,
    seats: { used, of: seats },
    users,
    withoutFactor,
    // The other seats are reserved by open invitations.
    waiting: { requests, approvals, invitations: used - users },
    administrators,
    expiring,
    reviewDue: reviewDue?.toISOString() ?? null,
  }
}

function countUsers(partnerId: string): Promise<Counts | undefined> {
  return row<Counts>(db)`
    select (select count(*) from users u where u.partner_id = ${partnerId} and u.active) as users,
           (select count(*) from users u
            where u.partner_id = ${partnerId} and u.onboarded_at is not null and ${lacksFactor}) as without_factor`
}

const maxExpiring = 5

/** Lists the pending invitations whose link expires within two days. */
async function listExpiring(company: string): Promise<NonNullable<Overview['expiring']>> {
  const condition = meetsFilters({ company, expiresWithin: '48' })
  const invitations = await listInvitations(db, condition, { take: maxExpiring })
  return invitations.flatMap(({ id, email, firstname, lastname, expiresAt }) =>
    expiresAt ? [{ id, email, firstname, lastname, expiresAt: expiresAt.toISOString() }] : [],
  )
}

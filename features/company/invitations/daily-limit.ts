import { errorCodes, Refusal } from '#contract/refusal.ts'
import { row, type Transaction } from '#server/db.ts'

const maxInvitationsPerDay = 100

/** Links of the last 24 hours, and the seconds until the oldest of them is a day old; null if there are none. */
type RecentLinks = { count: number; seconds: number | null }

/**
 * Throws `tooManyRequests` if a company's administrators have sent more than `maxInvitationsPerDay` invitations in
 * 24 hours, resent ones included. Lock the company, create the links, then call it.
 */
export async function requireWithinDailyInvitations(
  tx: Transaction,
  partnerId: string,
): Promise<void> {
  const links = await row<RecentLinks>(tx)`
    select count(*) as count,
           ceil(extract(epoch from min(l.created_at) + interval '1 day' - now()))::int as seconds
    from invitations i join one_time_links l on l.invitation_id = i.id
    where i.partner_id = ${partnerId} and l.created_by like 'user:%'
      and l.created_at > now() - interval '1 day'
      -- Implied by the condition before, because a link works for seven days; allows use of the index on expires_at.
      and l.expires_at > now() + interval '5 days'`
  if (!links || links.count <= maxInvitationsPerDay) return
  throw new Refusal(errorCodes.tooManyRequests, {
    retryAfterSeconds: Math.max(1, links.seconds ?? 1),
  })
}

import { errorCodes, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { row, scalar, type Db, type Transaction } from '#server/db.ts'

/** Invitations that a company's own administrators send. */

type SentLinks = { count: number; seconds: number | null }

/**
 * After links were created, of a company that is locked: throws `tooManyRequests` when its administrators have sent more
 * in 24 hours than they may, new ones and those that were sent again together.
 */
export async function requireWithinDailyInvitations(
  tx: Transaction,
  partnerId: string,
): Promise<void> {
  const sent = await row<SentLinks>(tx)`
    select count(*) as count,
           ceil(extract(epoch from min(l.created_at) + interval '1 day' - now()))::int as seconds
    from invitations i join one_time_links l on l.invitation_id = i.id
    where i.partner_id = ${partnerId} and l.created_by like 'user:%'
      and l.created_at > now() - interval '1 day'
      -- Of the last days, to which an index leads.
      and l.expires_at > now() + interval '5 days'`
  if (!sent || sent.count <= config.companyInvitationsPerDay) return
  throw new Refusal(errorCodes.tooManyRequests, {
    retryAfterSeconds: Math.max(1, sent.seconds ?? 1),
  })
}

/** The id of the user who has created a link; undefined for one of an admin, a platform or the system. */
export async function findLinkCreator(db: Db, id: string): Promise<string | undefined> {
  const by = await scalar<string>(db)`select created_by from one_time_links where id = ${id}`
  return by?.startsWith('user:') ? by.slice('user:'.length) : undefined
}

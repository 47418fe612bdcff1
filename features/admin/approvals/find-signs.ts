import { rows, sql, type Db } from '#server/db.ts'
import { signKinds, type ApprovalSign } from './contract.ts'

type Request = { targetId: string; askedAt: Date }
type Sign = Omit<ApprovalSign, 'last'> & { last: Date }

const kindOfEntry = sql`
  case when r.action = 'login_failed'
            or (r.action = 'passkey_refused' and r.data ->> 'ceremony' is distinct from 'step-up')
            then 'failedLogins'
       when r.action = 'password_reset_requested' then 'passwordAsked'
       when r.action = 'password_reset' then 'passwordByLink'
       when r.action = 'password_changed' then 'passwordChanged'
       when r.action = 'profile_changed' and r.data -> 'after' ? 'phone' then 'phoneChanged'
       when r.action in ('contact_point_added', 'contact_point_verified', 'contact_point_removed')
            then 'contactsChanged'
       when r.action in ('approval_refused', 'recovery_stopped') then 'endedRequests' end`

/**
 * Finds possible signs of a takeover of the user in the audit log of the 24 hours before a request, the most serious
 * first. An IP address or browser is new if none of the user's logins in the 90 days before that period came from it.
 */
export async function findSigns(db: Db, { targetId: id, askedAt }: Request): Promise<Sign[]> {
  const from = sql`(${askedAt}::timestamptz - interval '24 hours')`
  // The audit rows of the request itself are written a moment after `askedAt`.
  const period = sql`a.timestamp >= ${from} and a.timestamp < ${askedAt}::timestamptz + interval '1 second'`
  const signs = await rows<Sign>(db)`
    with recent as (
      select a.action, a.timestamp, a.ip_address, a.data, a.actor_id from audit_log a
      where a.actor_id = ${id} and ${period}
      union all
      select a.action, a.timestamp, a.ip_address, a.data, a.actor_id from audit_log a
      where a.target_id = ${id} and a.actor_id is distinct from ${id} and ${period}),
    known as materialized (
      select distinct a.ip_address, a.data ->> 'browser' as browser from audit_log a
      where a.actor_id = ${id} and a.action = 'login_succeeded'
        and a.timestamp >= ${from} - interval '90 days' and a.timestamp < ${from}),
    signs as (
      select ${kindOfEntry} as kind, r.timestamp, null as value from recent r
      union all
      select 'newAddress', r.timestamp, r.ip_address from recent r
      where r.actor_id = ${id} and r.ip_address <> ''
        and not exists (select from known k where k.ip_address = r.ip_address)
      union all
      select 'newBrowser', r.timestamp, r.data ->> 'browser' from recent r
      where r.actor_id = ${id} and r.action = 'login_succeeded'
        and not exists (select from known k where k.browser = r.data ->> 'browser'))
    select kind, count(*)::int as count, max(timestamp) as last,
           coalesce((array_agg(distinct value) filter (where value is not null))[1:3], '{}') as values
    from signs where kind is not null group by kind`
  return signs.toSorted((one, other) => signKinds.indexOf(one.kind) - signKinds.indexOf(other.kind))
}

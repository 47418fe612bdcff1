import type { Sql } from 'sql-template-tag'
import type { NetworkPreview, NetworkRule } from '#contract/network-rules.ts'
import { byName } from '#server/collation.ts'
import { fullNameIn } from '../accounts/full-name.ts'
import { affects, row, sql, type Db } from '#server/db.ts'
import { isOfCompany } from '../platforms/offered-platform.ts'

const maxExamples = 10

/**
 * Counts the active users of a company who logged in during the last month, according to the audit log, and those of
 * them whom the rules would have locked out, with examples. A user is locked out if at least one of their platforms
 * could no longer be opened from an address of these logins.
 */
export async function previewNetworkRules(
  db: Db,
  partnerId: string,
  rules: readonly NetworkRule[],
): Promise<NetworkPreview> {
  const preview = await row<NetworkPreview>(db)`
    with ${withRules(rules)},
    logins as (
      select distinct u.id, ${fullNameIn(sql`u`)} as name,
             coalesce(host(address_of(l.ip_address)), l.ip_address) as ip_address
      from users u join audit_log l on l.actor_id = u.id::text
      where u.partner_id = ${partnerId} and u.active and l.action = 'login_succeeded'
        and l.timestamp > now() - interval '1 month'),
    tried as (
      select g.id, g.name, g.ip_address, s.id as platform, s.name as platform_name,
             ${isAllowed(sql`address_of(g.ip_address)`)} as is_open
      from logins g
      join subsystem_accounts a on a.user_id = g.id and a.active
      join subsystems s on s.id = a.subsystem_id
      join partners p on p.id = ${partnerId}
      where s.active and (a.expires_at is null or a.expires_at > now()) and ${isOfCompany}),
    refused as (
      select distinct on (id) id, name, ip_address,
             json_agg(json_build_object('id', platform, 'name', platform_name) order by platform_name ${byName})
               filter (where not is_open) as platforms,
             not bool_or(is_open) as is_all
      from tried group by id, name, ip_address having not bool_and(is_open)
      order by id, ip_address)
    select (select count(distinct id) from logins) as people,
           (select count(*) from refused) as refused,
           (select coalesce(json_agg(json_build_object(
                     'id', r.id, 'name', r.name, 'ipAddress', r.ip_address, 'subsystem', r.platforms->0->>'name',
                     'platforms', r.platforms, 'all', r.is_all)
                     order by r.name ${byName}), '[]')
            from (select * from refused order by name ${byName} limit ${maxExamples}) r) as examples`
  return preview ?? { people: 0, refused: 0, examples: [] }
}

/** Returns true if the rules would block an address from at least one active platform of the company. */
export function excludesAddress(
  db: Db,
  { partnerId, ipAddress }: { partnerId: string; ipAddress: string },
  rules: readonly NetworkRule[],
): Promise<boolean> {
  return affects(db)`
    with ${withRules(rules)}
    select from subsystems s join partners p on p.id = ${partnerId}
    where s.active and ${isOfCompany} and not ${isAllowed(sql`(select address_of(${ipAddress}))`)}
    limit 1`
}

/** Returns the SQL definition of `rule`, the rules as a table. */
function withRules(rules: readonly NetworkRule[]): Sql {
  return sql`rule as (
      select subsystem, network(cidr::inet) as cidr
      from unnest(${rules.map(({ subsystem }) => subsystem)}::text[],
                  ${rules.map(({ cidr }) => cidr)}::text[]) as r(subsystem, cidr))`
}

/** Returns the SQL condition that the rules allow an address on platform `s`. Without a rule for it, all are allowed. */
function isAllowed(address: Sql): Sql {
  return sql`(
    select coalesce(bool_or(coalesce(${address} <<= r.cidr, false)), true)
    from rule r where coalesce(r.subsystem, s.id) = s.id)`
}

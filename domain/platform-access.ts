import type { Sql } from 'sql-template-tag'
import type { PlatformAccessState } from '#contract/me.ts'
import { row, sql, type Db } from '#server/db.ts'

export type PlatformAccessRefusal = Exclude<PlatformAccessState, 'active'>

/**
 * How a person (u), her company (p), her account (a) on a platform and the platform (s) stand to each other, in
 * the statements of users and here. Without an address it is left open from where she comes.
 */
export function platformAccessState(ipAddress: string | Sql | undefined): Sql {
  return sql`
    case when p.active and s.id <> all(p.subsystems) then 'wrong_subsystem'
         when a.user_id is null then 'no_access'
         when p.id is null or not p.active then 'no_partner'
         when not a.active or not s.active then 'deactivated'
         when not ${ipAddress === undefined ? sql`true` : isAllowedFrom(ipAddress)} then 'ip_not_allowed'
         else 'active' end`
}

/** A company without rules is open to every address; one with rules to none that cannot be read. */
function isAllowedFrom(ipAddress: string | Sql): Sql {
  return sql`(
    select coalesce(bool_or(coalesce(address_of(${ipAddress}) <<= r.cidr, false)), true)
    from ip_allow_rules r
    where r.partner_id = p.id and coalesce(r.subsystem_id, s.id) = s.id)`
}

/** Why somebody may not enter a platform from an address, or one that a statement finds (PE-06). */
export async function findPlatformAccessRefusal(
  db: Db,
  userId: string,
  subsystemId: string,
  ipAddress: string | Sql,
): Promise<PlatformAccessRefusal | undefined> {
  const found = await row<{ state: PlatformAccessState }>(
    db,
    sql`
    select ${platformAccessState(ipAddress)} as state
    from users u
    left join partners p on p.id = u.partner_id
    left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = ${subsystemId}
    left join subsystems s on s.id = ${subsystemId}
    where u.id = ${userId} and u.active`,
  )
  if (!found) return 'deactivated'
  return found.state === 'active' ? undefined : found.state
}

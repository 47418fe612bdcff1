import type { Sql } from 'sql-template-tag'
import type { PlatformAccessState } from '#contract/me.ts'
import type { Origin } from '#server/caller.ts'
import { scalar, sql, type Db } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'

export type PlatformAccessRefusal = Exclude<PlatformAccessState, 'active'>

/**
 * Returns SQL for the `PlatformAccessState` of user `u` of company `p` with account `a` on platform `s`. Without an IP
 * address, the company's allowed networks are not checked.
 */
export function platformAccessState(ipAddress?: string | Sql): Sql {
  return sql`
    case when p.active and not coalesce(s.id = any(p.subsystems), s.offered_to_all) then 'wrong_subsystem'
         when a.user_id is null then 'no_access'
         when p.id is null or not p.active then 'no_partner'
         when not a.active or not s.active or a.expires_at <= now() then 'deactivated'
         when not ${ipAddress === undefined ? sql`true` : isAllowedFrom(ipAddress)} then 'ip_not_allowed'
         else 'active' end`
}

/**
 * Returns an SQL condition: company `p` allows the address on platform `s`. A company without rules allows every
 * address; one with rules rejects an address that does not parse. The subselect parses the address once, not for each
 * rule.
 */
function isAllowedFrom(ipAddress: string | Sql): Sql {
  return sql`(
    select coalesce(bool_or(coalesce((select address_of(${ipAddress})) <<= r.cidr, false)), true)
    from ip_allow_rules r
    where r.partner_id = p.id and coalesce(r.subsystem_id, s.id) = s.id)`
}

/**
 * Returns why a user may not open a platform from an IP address (PE-06); undefined if they may. Returns `deactivated`
 * for an unknown or inactive user. Without an address, the company's allowed networks are not checked.
 */
export async function findPlatformAccessRefusal(
  db: Db,
  userId: string,
  subsystemId: string,
  ipAddress?: string | Sql,
): Promise<PlatformAccessRefusal | undefined> {
  const state = await scalar<PlatformAccessState>(db)`
    select ${platformAccessState(ipAddress)}
    from users u
    left join partners p on p.id = u.partner_id
    left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = ${subsystemId}
    left join subsystems s on s.id = ${subsystemId}
    where u.id = ${userId} and u.active`
  return state === 'active' ? undefined : (state ?? 'deactivated')
}

export function recordPlatformAccessRefusal(
  db: Db,
  actor: Origin & { userId: string },
  subSystem: string,
  reason: PlatformAccessRefusal,
): Promise<void> {
  return recordAudit(db, actor, 'platform_access_refused', { subSystem, data: { reason } })
}

/** Returns the error type that the portal shows for a refusal: `platform_off` if the platform itself is inactive. */
export function errorTypeOf(refusal: string, platform: { active: boolean } | undefined): string {
  return refusal === 'deactivated' && platform?.active === false ? 'platform_off' : refusal
}

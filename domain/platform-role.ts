import type { Sql } from 'sql-template-tag'
import { sql } from '#server/db.ts'

/**
 * SQL for what the user `u` is on a platform: the ids in the user's account that the platform still names, in alphabetical
 * order; null for a platform that names no roles.
 */
export function platformRolesOf(platformId: Sql): Sql {
  return sql`(
    select case when s.roles <> '[]' then array(
             select given from unnest(a.roles) given
             where s.roles @> jsonb_build_array(jsonb_build_object('id', given)) order by given collate "C") end
    from subsystems s left join subsystem_accounts a on a.subsystem_id = s.id and a.user_id = u.id
    where s.id = ${platformId})`
}

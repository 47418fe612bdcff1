import type { Sql } from 'sql-template-tag'
import type { PlatformRole } from '#contract/platform-role.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { rows, sql, type Db } from '#server/db.ts'

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

/** SQL for what the administrators of a company may give on the platform `s`. */
export const rolesByCompany = sql`(
  select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(s.roles) r where (r->>'byCompany')::boolean)`

/** SQL for what the account `a` is on its platform `s`, as far as the platform names it. */
export const rolesOfAccount = sql`(
  select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(s.roles) r where r->>'id' = any(a.roles))`

/** What somebody is to be on platforms. */
export type PlatformRoles = readonly { subsystem: string; roles: readonly string[] }[]

/** What an invitation makes of its guest on one platform. */
export function rolesFor(
  { platformRoles }: { platformRoles: PlatformRoles },
  platformId: string,
): readonly string[] {
  return platformRoles.find(({ subsystem }) => subsystem === platformId)?.roles ?? []
}

/**
 * Throws 400001 `unknownRole` at the field for a role that its platform does not name, and `beyondDelegation` for one
 * that the administrators of a company may not give, where it is they who give.
 */
export async function requireRoles(
  db: Db,
  given: PlatformRoles,
  { field, byCompany = false }: { field: string; byCompany?: boolean },
): Promise<void> {
  const wanted = given.filter(({ roles }) => roles.length > 0)
  if (wanted.length === 0) return
  const named = await findRoles(
    db,
    wanted.map(({ subsystem }) => subsystem),
  )
  for (const { subsystem, roles } of wanted) {
    const known = named.get(subsystem) ?? []
    for (const id of roles) {
      const role = known.find((each) => each.id === id)
      if (!role) throw invalidField(field, 'unknownRole')
      if (byCompany && !role.byCompany) throw new Refusal(errorCodes.beyondDelegation)
    }
  }
}

type Invited = {
  subsystems: readonly string[]
  platformRoles?: PlatformRoles | undefined
  byCompany?: boolean
}

/** Roles of an invitation, of its platforms alone. Throws what `requireRoles` does. */
export async function requireInvitedRoles(
  db: Db,
  { subsystems, platformRoles = [], byCompany = false }: Invited,
): Promise<void> {
  const field = 'platformRoles'
  if (!platformRoles.every(({ subsystem }) => subsystems.includes(subsystem)))
    throw invalidField(field, 'unknownPlatform')
  await requireRoles(db, platformRoles, { field, byCompany })
}

/** Without what a platform has dropped since the roles were chosen. */
export async function stillNamed(db: Db, chosen: PlatformRoles): Promise<PlatformRoles> {
  const named = await findRoles(
    db,
    chosen.map(({ subsystem }) => subsystem),
  )
  return chosen.map(({ subsystem, roles }) => ({
    subsystem,
    roles: roles.filter((id) => named.get(subsystem)?.some((role) => role.id === id)),
  }))
}

/** What each of these platforms names. */
export async function findRoles(
  db: Db,
  subsystems: readonly string[],
): Promise<Map<string, PlatformRole[]>> {
  const found = await rows<{ id: string; roles: PlatformRole[] }>(db)`
    select id, roles from subsystems where id = any(${[...subsystems]}::text[])`
  return new Map(found.map(({ id, roles }) => [id, roles]))
}

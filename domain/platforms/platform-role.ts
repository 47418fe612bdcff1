import type { Sql } from 'sql-template-tag'
import type { PlatformRole } from '#contract/platform-role.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { rows, sql, type Db } from '#server/db.ts'

/**
 * Returns SQL for the roles of user `u` on a platform: those ids in the user's account that the platform still defines,
 * in alphabetical order; null for a platform that defines no roles.
 */
export function platformRolesOf(platformId: Sql): Sql {
  return sql`(
    select case when s.roles <> '[]' then array(
             select given from unnest(a.roles) given
             where s.roles @> jsonb_build_array(jsonb_build_object('id', given)) order by given collate "C") end
    from subsystems s left join subsystem_accounts a on a.subsystem_id = s.id and a.user_id = u.id
    where s.id = ${platformId})`
}

/** SQL for the roles on platform `s` that the administrators of a company may assign. */
export const rolesByCompany = sql`(
  select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(s.roles) r where (r->>'byCompany')::boolean)`

/** SQL for the roles of account `a` on its platform `s` that the platform still defines. */
export const rolesOfAccount = sql`(
  select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(s.roles) r where r->>'id' = any(a.roles))`

/** Ids of a user's roles for each platform. */
export type PlatformRoles = readonly { subsystem: string; roles: readonly string[] }[]

/** Returns the ids of the roles on one platform that an invitation assigns. */
export function rolesFor(
  { platformRoles }: { platformRoles: PlatformRoles },
  platformId: string,
): readonly string[] {
  return platformRoles.find(({ subsystem }) => subsystem === platformId)?.roles ?? []
}

/**
 * Throws 400001 `unknownRole` at `field` for a role that its platform does not define. With `byCompany`, throws
 * `beyondDelegation` for a role that the administrators of a company may not assign.
 */
export async function requireRoles(
  db: Db,
  platformRoles: PlatformRoles,
  { field, byCompany = false }: { field: string; byCompany?: boolean },
): Promise<void> {
  const wanted = platformRoles.filter(({ roles }) => roles.length > 0)
  if (wanted.length === 0) return
  const definedRoles = await findRoles(
    db,
    wanted.map(({ subsystem }) => subsystem),
  )
  for (const { subsystem, roles } of wanted) {
    const defined = definedRoles.get(subsystem) ?? []
    for (const id of roles) {
      const role = defined.find((each) => each.id === id)
      if (!role) throw invalidField(field, 'unknownRole')
      if (byCompany && !role.byCompany) throw new Refusal(errorCodes.beyondDelegation)
    }
  }
}

type InvitationRoles = {
  subsystems: readonly string[]
  platformRoles?: PlatformRoles | undefined
  byCompany?: boolean
}

/**
 * Throws 400001 `unknownPlatform` for roles on a platform that is not in the invitation. Otherwise like `requireRoles`.
 */
export async function requireInvitedRoles(
  db: Db,
  { subsystems, platformRoles = [], byCompany = false }: InvitationRoles,
): Promise<void> {
  const field = 'platformRoles'
  if (!platformRoles.every(({ subsystem }) => subsystems.includes(subsystem)))
    throw invalidField(field, 'unknownPlatform')
  await requireRoles(db, platformRoles, { field, byCompany })
}

/** Returns the roles without those that a platform has removed since they were chosen. */
export async function withoutRemovedRoles(
  db: Db,
  platformRoles: PlatformRoles,
): Promise<PlatformRoles> {
  const definedRoles = await findRoles(
    db,
    platformRoles.map(({ subsystem }) => subsystem),
  )
  return platformRoles.map(({ subsystem, roles }) => ({
    subsystem,
    roles: roles.filter((id) => definedRoles.get(subsystem)?.some((role) => role.id === id)),
  }))
}

/** Returns the roles that each of these platforms defines. */
export async function findRoles(
  db: Db,
  subsystems: readonly string[],
): Promise<Map<string, PlatformRole[]>> {
  const platforms = await rows<{ id: string; roles: PlatformRole[] }>(db)`
    select id, roles from subsystems where id = any(${[...subsystems]}::text[])`
  return new Map(platforms.map(({ id, roles }) => [id, roles]))
}

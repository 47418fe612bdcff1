import { etagOf } from '#contract/fields.ts'
import type { Me } from '#contract/me.ts'
import { companyRoles, type CompanyRole } from '#contract/permission.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { nameOfColleagueIn, requireColleague } from '#domain/companies/colleague.ts'
import { findCompanyRoles, getDelegation, type Delegation } from '#domain/companies/company-role.ts'
import { findListedUser } from '#domain/lists/listed-user.ts'
import { mfaOf } from '#domain/accounts/me.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import { rolesByCompany, rolesOfAccount } from '#domain/platforms/platform-role.ts'
import { platformAccessState } from '#domain/platform-access/platform-access.ts'
import { listSessions } from '#domain/sessions/session.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { db, row, sql } from '#server/db.ts'
import type { ColleagueAccess } from './contract.ts'

type Platform = Omit<ColleagueAccess, 'givenBy' | 'mayChange'> & {
  givenBy: string | null
  /** Name of the grantor; null unless a user of the company. */
  grantorName: string | null
}
type Details = Pick<Me, 'mfa'> & {
  createdAt: Date
  version: number
  platforms: Platform[]
}

/** Returns all data that a company's administrators see about a user. Throws 404001 for a user of another company. */
export async function describeColleague(callerId: string, id: string) {
  const delegation = await getDelegation(db, callerId)
  const { id: userId } = await requireColleague(db, delegation.partnerId, id)
  const [listedUser, details, roles, sessions] = await Promise.all([
    findListedUser(db, userId),
    findDetails(delegation, userId),
    findCompanyRoles(db, userId),
    listSessions(db, userId),
  ])
  if (!listedUser || !details) throw new Refusal(commonErrors.notFound)
  const { version, platforms, mfa, ...facts } = details
  return {
    ...listedUser,
    ...facts,
    // Without passkeys in this installation, `mfaOf` does not count them.
    mfa: { ...mfa, passkeys: mfa.passkeys ?? 0 },
    platforms: platforms.map((each) => accessOf(each, delegation)),
    etag: etagOf(version),
    roles,
    rolesEtag: etagOf(versionOfRoles(roles)),
    openSessions: sessions.length,
    isSelf: userId === callerId,
  }
}

/** Returns a version with one bit for each role: equal for equal roles, regardless of the changes in between. */
export function versionOfRoles(roles: readonly CompanyRole[]): number {
  return companyRoles.reduce((sum, role, index) => sum + (roles.includes(role) ? 2 ** index : 0), 0)
}

/** Finds a user's details in one statement, so that the platforms are never older than their etag. */
function findDetails({ partnerId, subsystems }: Delegation, id: string) {
  return row<Details>(db)`
    select u.created_at, u.platforms_version as version,
           ${mfaOf(sql`u.id`, config.passkeys.users)} as mfa, (
      select coalesce(json_agg(json_build_object(
               'id', s.id, 'name', s.name, 'given', a.user_id is not null,
               'active', coalesce(a.active, false), 'state', ${platformAccessState()},
               'expiresAt', a.expires_at, 'givenBy', a.given_by,
               'roles', ${rolesOfAccount}, 'offeredRoles', ${rolesByCompany},
               'grantorName', ${nameOfColleagueIn(sql`a.given_by`, sql`${partnerId}`)})
             order by s.name ${byName}, s.id), '[]')
      from subsystems s
      left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
      where a.user_id is not null or (s.id = any(${subsystems}::text[]) and ${isOfCompany})) as platforms
    from users u join partners p on p.id = u.partner_id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${id} and u.partner_id = ${partnerId}`
}

function accessOf(access: Platform, { subsystems }: Delegation): ColleagueAccess {
  const { grantorName, givenBy, expiresAt, ...platform } = access
  const isDeactivated = platform.given && !platform.active
  return {
    ...platform,
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
    mayChange: subsystems.includes(platform.id) && !isDeactivated,
    givenBy: givenBy === null ? null : grantorOf(givenBy, grantorName),
  }
}

const grantorKinds = { user: 'user', admin: 'support', platform: 'platform' } as const

/** Returns the grantor of an access, with a name only for users of the company. */
function grantorOf(givenBy: string, name: string | null): NonNullable<ColleagueAccess['givenBy']> {
  const [prefix = ''] = givenBy.split(':')
  const kind = grantorKinds[prefix as keyof typeof grantorKinds] ?? 'other'
  return { kind: kind === 'user' && name === null ? 'other' : kind, name: name ?? '' }
}

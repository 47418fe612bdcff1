import type { Sql } from 'sql-template-tag'
import type { Me } from '#contract/me.ts'
import type { CompanyRole } from '#contract/permission.ts'
import type { Origin } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { companyRolesOf, withCompanyPermissions } from '../companies/company-role.ts'
import { platformAccessState } from '../platform-access/platform-access.ts'
import { profileAsJson } from './profile.ts'
import { liveSession, type LiveSession } from '../sessions/session.ts'

/** Returns the user's own data, with platform access evaluated for the IP address. Throws for an unknown user. */
export async function getMe(
  db: Db,
  { ipAddress, userId }: Pick<Origin, 'ipAddress'> & { userId: string },
): Promise<Me> {
  const user = await row<{ me: StoredMe }>(db)`
    select ${meOf(ipAddress)} as me
    from users u left join partners p on p.id = u.partner_id ${secondFactor} where u.id = ${userId}`
  if (!user) throw new Error(`no user ${userId}`)
  return meFrom(user.me)
}

type SessionAndMe = LiveSession & { me: Me }
type StoredMe = Me & { companyRoles: CompanyRole[] }

function meFrom({ companyRoles, ...me }: StoredMe): Me {
  return { ...me, permissions: withCompanyPermissions(me.permissions, companyRoles) }
}

/** Returns session and user data for each request in one batch, in order; undefined where no session is live. */
export async function findSessionsAndMe(
  db: Db,
  requests: readonly { token: string; ipAddress: string }[],
): Promise<(SessionAndMe | undefined)[]> {
  const hashes = requests.map(({ token }) => tokenHash(token))
  const addresses = requests.map(({ ipAddress }) => ipAddress)
  // The subselects hide the arrays' lengths from the planner, so that it keeps one plan.
  const sessions = await rows<LiveSession & { me: StoredMe; position: number }>(db)`
    select requests.position, live.*
    from unnest((select ${hashes}::bytea[]), (select ${addresses}::text[]))
           with ordinality as requests (token_hash, ip_address, position)
    cross join lateral (
      select ${liveSession.columns}, ${meOf(sql`requests.ip_address`)} as me
      from ${liveSession.from} ${secondFactor}
      where s.token_hash = requests.token_hash and ${liveSession.where}
      limit 1) as live`
  const results: (SessionAndMe | undefined)[] = requests.map(() => undefined)
  for (const { position, me, ...session } of sessions) {
    results[position - 1] = { ...session, me: meFrom(me) }
  }
  return results
}

/** SQL join of the confirmed second factor `f` of `users u`; a unique index allows only one. */
const secondFactor = sql`
  left join second_factors f on f.user_id = u.id and f.confirmed_at is not null`

/** Returns SQL for the second factors of an account as JSON, for statements that join its authenticator as `f`. */
export function mfaOf(accountId: Sql, { mode, rpId }: PasskeySettings): Sql {
  const passkeys = sql`, 'passkeys', (
    select count(*) from passkeys k
    where k.user_id = ${accountId} and k.rp_id = ${rpId} and k.disabled_at is null)`
  return sql`
    json_build_object(
      'totp', f.id is not null, 'since', f.confirmed_at, 'disabled', f.disabled_at is not null,
      'recoveryCodesLeft', (
        select count(*) from recovery_codes c where c.user_id = ${accountId} and c.used_at is null)
      ${mode === 'off' ? sql`` : passkeys})`
}

/** Returns SQL for the data of `users u` as JSON, for statements that also join company `p` and second factor `f`. */
function meOf(ipAddress: string | Sql): Sql {
  return sql`
    json_build_object(
      'id', u.id, 'email', u.email, ${profileAsJson},
      'timezoneSettled', u.timezone_settled_at is not null, 'theme', u.theme, 'ipAddress', ${ipAddress}::text,
      'permissions', u.permissions, 'companyRoles', ${companyRolesOf},
      'partner', case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end,
      'subsystems', (
        select coalesce(json_agg(json_build_object(
                 'id', s.id, 'name', s.name, 'url', s.url, 'logo', s.logo,
                 'state', ${platformAccessState(ipAddress)})
               order by s.name ${byName}), '[]')
        from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
        where a.user_id = u.id),
      'mfa', ${mfaOf(sql`u.id`, config.passkeys.users)})`
}

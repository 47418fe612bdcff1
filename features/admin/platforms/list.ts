import { raw, type Sql } from 'sql-template-tag'
import type { Query } from '#contract/endpoint.ts'
import { etagOf } from '#contract/fields.ts'
import { exactTotal, type Total } from '#contract/list.ts'
import { platformAccessState } from '#domain/platform-access/platform-access.ts'
import { isNotificationLate } from '#domain/platforms/platform-session.ts'
import { byName } from '#server/collation.ts'
import { row, rows, scalar, sql, type Db } from '#server/db.ts'
import { countListed, countRows, type Page } from '#server/paging.ts'
import type { listPlatforms, PlatformReply } from './contract.ts'

/** A platform with its key in the list, after which the next page begins. */
export type ListedPlatform = PlatformReply & { key: string[] }
type Notices = PlatformReply['notices']
type Reach = { users: number; companies: number }
type Row = Omit<ListedPlatform, 'etag' | 'notices' | 'tested'> &
  Notices & { version: number; testedAt: Date | null; testedVersion: number | null }

export type Filters = Pick<Query<typeof listPlatforms>, 'notices'>

/** Returns the SQL condition of the filters for rows of `subsystems s`. */
function meets({ notices }: Filters): Sql {
  if (notices === undefined) return sql`true`
  return sql`exists (select from platform_sessions where client_id = s.id and ${isNotificationLate})`
}

export function countPlatforms(db: Db, filters: Filters): Promise<Total> {
  return countRows(db, sql`1 from subsystems s where ${meets(filters)}`)
}

/** Finds at most `take` platforms, sorted by name. */
export function findPlatforms(
  db: Db,
  filters: Filters,
  { take, after }: Page,
): Promise<ListedPlatform[]> {
  const [name = '', id = null] = after ?? []
  return selectPlatforms(
    db,
    sql`
    where ${meets(filters)}
      and (${id}::text is null or (s.name ${byName}, s.id) > (${name}, ${id}::text))
    order by s.name ${byName}, s.id limit ${take}`,
  )
}

export async function findPlatform(db: Db, id: string): Promise<PlatformReply | undefined> {
  const [platform] = await selectPlatforms(db, sql`where s.id = ${id}`)
  return platform
}

/** Counts the users with an open session on the platform; never more than `maxListedCount` + 1. */
export async function countUsers(db: Db, id: string): Promise<number> {
  const count = await scalar<number>(db)`
    select ${countListed(sql`
      select distinct user_id from platform_sessions where client_id = ${id} and ended_at is null`)}`
  return count ?? 0
}

type Use = {
  id: string
  users: number
  openedAt: Date | null
  logins: number
  denied: number
  rejectedAt: Date | null
  rejectedError: string | null
}

type Used = {
  users: number
  openedAt: string | null
  day: { logins: number; denied: number }
  lastRejected: { at: Date; error: string } | null
}

/** Adds the number of users, the last use and the health to each platform. */
export async function withUse<P extends { id: string }>(
  db: Db,
  platforms: readonly P[],
): Promise<(P & Used)[]> {
  const usesByPlatform = await rows<Use>(db)`${selectUse(platforms.map(({ id }) => id))}`
  const uses = new Map(usesByPlatform.map((use) => [use.id, use]))
  return platforms.map((platform) => {
    const use = uses.get(platform.id)
    const at = use?.rejectedAt ?? null
    return {
      ...platform,
      users: use?.users ?? 0,
      openedAt: use?.openedAt?.toISOString() ?? null,
      day: { logins: use?.logins ?? 0, denied: use?.denied ?? 0 },
      lastRejected: at && { at, error: use?.rejectedError ?? '' },
    }
  })
}

/** Returns the query for the number of users, the last use and the health of platforms. */
export const selectUse = (ids: readonly string[]): Sql => sql`
  select listed.id,
         ${countListed(usersOf(sql`listed.id`))} as users,
         (${selectLastUse(sql`listed.id`)}) as opened_at, day.logins, day.denied,
         rejected.refused_at as rejected_at, rejected.error as rejected_error
  from subsystems listed
  cross join lateral (
    select count(*) filter (where action = 'platform_accessed' and test is null) as logins,
           count(*) filter (where action = 'platform_access_refused') as denied
    from (${latestRows(sql`listed.id`, '24 hours')}) latest) day
  left join lateral (
    select r.refused_at, r.error from client_refusals r
    where r.subsystem_id = listed.id order by r.refused_at desc limit 1) rejected on true
  where listed.id = any(${ids}::text[])`

/**
 * Selects the company id of each user who may open a platform. Ignores IP addresses. The list and the page of a platform
 * count these rows. An inactive platform has none, without a look at its accounts.
 */
const usersOf = (id: Sql) => sql`
  select u.partner_id
  from subsystems s
  cross join lateral (${accountsOf(id)}) a
  join users u on u.id = a.user_id and u.active
  join partners p on p.id = u.partner_id
  where s.id = ${id} and s.active and ${platformAccessState()} = 'active'`

const maxScanned = 5_000

// The two queries below find the rows of a platform by two bounds and a sort order. With an equality, the planner would
// expect many rows for each platform, and scan the whole table for a platform that has none.

/** Selects the accounts with access to a platform, including those of deactivated users. */
const accountsOf = (id: Sql) => sql`
  select a.user_id, a.active, a.expires_at from subsystem_accounts a
  where a.subsystem_id between ${id} and ${id}
    and a.active and (a.expires_at is null or a.expires_at > now())
  order by a.subsystem_id, a.user_id`

/** Selects the latest 5,000 audit rows of a platform within a period. The bounds are as in `selectLastUse`. */
const latestRows = (id: Sql, period: '1 hour' | '24 hours') => sql`
  select a.action, a.data->>'test' as test from audit_log a
  where (a.sub_system, a.timestamp) < (${id}, 'infinity'::timestamptz)
    and (a.sub_system, a.timestamp) > (${id}, now() - interval '${raw(period)}')
    and a.timestamp > now() - interval '${raw(period)}'
  order by a.sub_system desc, a.timestamp desc, a.id desc limit ${raw(String(maxScanned))}`

/**
 * Selects the time of the last use among the latest 5,000 audit rows of the last 90 days, without test logins. Its
 * limit is a literal, because a generic plan does not know the values of parameters.
 */
const selectLastUse = (id: Sql) => sql`
  select latest.timestamp
  from (
    select a.sub_system, a.timestamp, a.id, a.action, a.data from audit_log a
    where (a.sub_system, a.timestamp) < (${id}, 'infinity'::timestamptz)
      and (a.sub_system, a.timestamp) > (${id}, now() - interval '90 days')
      and a.timestamp > now() - interval '90 days'
    order by a.sub_system desc, a.timestamp desc, a.id desc limit ${raw(String(maxScanned))}) latest
  where latest.action = 'platform_accessed' and latest.data->>'test' is null
  order by latest.sub_system desc, latest.timestamp desc, latest.id desc limit 1`

/** Counts users who may open the platform, and their companies. Ignores IP addresses; stops at `exactTotal` + 1. */
export async function countReach(db: Db, id: string): Promise<Reach> {
  const reach = await row<Reach>(db)`
    select count(*) as users, count(distinct partner_id) as companies
    from (${usersOf(sql`${id}`)} limit ${exactTotal + 1}) reached`
  return reach ?? { users: 0, companies: 0 }
}

/** Finds the time of the last use within 90 days; null if there is none. */
export async function findLastOpened(db: Db, id: string): Promise<Date | null> {
  const at = await scalar<Date>(db)`${selectLastUse(sql`${id}`)}`
  return at ?? null
}

/** Counts the logins of the last hour, without test logins; never more than `maxListedCount` + 1. */
export async function countLoginsOfLastHour(db: Db, id: string): Promise<number> {
  const count = await scalar<number>(db)`select ${countListed(sql`
    select from (${latestRows(sql`${id}`, '1 hour')}) latest
    where latest.action = 'platform_accessed' and latest.test is null`)}`
  return count ?? 0
}

/** Selects platforms. Never selects a secret or its hash. */
async function selectPlatforms(db: Db, clauses: Sql): Promise<ListedPlatform[]> {
  const platforms = await rows<Row>(db)`
    select s.id, s.name, array[s.name, s.id] as key, s.description, s.url, s.active, s.offered_to_all, s.logo, s.jwks, s.jwks_uri, s.pkce, s.may_invite,
           s.id_token_claims, s.extra_scopes, s.required_acr, s.max_age_minutes, s.idle_minutes, s.redirect_uris,
           s.post_logout_uris, s.backchannel_logout_uri, s.origins, s.entry_origin, s.roles, s.apis, s.version, s.tested_at, s.tested_version,
           case when num_nonnulls(s.client_secret, s.client_secret_hash) > 0 then 'secret'
                when s.jwks is not null or s.jwks_uri is not null then 'keys' else 'none' end as proof,
           case when s.old_client_secret_until > now() then s.old_client_secret_until end as old_secret_until,
           n.waiting, n.since, n.last_error
    from subsystems s
    cross join lateral (
      select count(*) as waiting, min(ended_at) as since,
             (array_agg(last_error order by ended_at desc) filter (where last_error is not null))[1] as last_error
      from platform_sessions
      where client_id = s.id and ended_at is not null and delivered_at is null) n
    ${clauses}`
  return platforms.map(
    ({ version, waiting, since, lastError, testedAt, testedVersion, ...platform }) => ({
      ...platform,
      notices: { waiting, since, lastError },
      tested: testedAt && { at: testedAt, isCurrent: testedVersion === version },
      etag: etagOf(version),
    }),
  )
}

import { join, type Sql } from 'sql-template-tag'
import { isId } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import type { invitationStates } from '#contract/link.ts'
import type { Total } from '#contract/list.ts'
import { byName } from '#server/collation.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import { countRows, type FoundPage, type Page } from '#server/paging.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { obsoleteMail } from '../mail/mail.ts'
import { hasWords } from './search-text.ts'

export type ListedInvitation = Omit<
  Invitation,
  'partnerName' | 'partnerActive' | 'subsystems' | 'platformRoles' | 'platformId'
> & {
  key: string[]
  partner: { id: string; name: string }
  subsystems: { id: string; name: string }[]
  platformRoles: { subsystem: string; roles: string[] }[]
  state: (typeof invitationStates)[number]
  /** User who accepted the invitation; null before that, and if the user now has another address. */
  userId: string | null
  createdAt: Date
  /** Time of the latest send. */
  sentAt: Date
  /** Number of sends: the links of the invitation that have not been purged, at least 1. */
  timesSent: number
  /** Expiry of the latest link; null without a link. */
  expiresAt: Date | null
  /** True if the latest email of a waiting invitation could not be delivered. */
  isUndelivered: boolean
}

/** SQL join of the latest expiry `l` of the links of invitation `i` that are not voided; null without one. */
const withExpiry = sql`
    left join lateral (select max(expires_at) as expires_at from one_time_links
                       where invitation_id = i.id and voided_at is null) l on true`

const isWaiting = sql`i.accepted_at is null and i.revoked_at is null`

/** SQL conditions on `invitations i` by state. */
const isInState = {
  accepted: sql`i.accepted_at is not null`,
  revoked: sql`i.revoked_at is not null`,
  // The subquery on links uses their index: only few links still work.
  open: sql`(${isWaiting} and l.expires_at > now() and i.id in (
    select s.invitation_id from one_time_links s where s.expires_at > now() and s.voided_at is null))`,
  expired: sql`(${isWaiting} and not exists (
    select from one_time_links s where s.invitation_id = i.id and s.expires_at > now() and s.voided_at is null))`,
} as const

export type InvitationFilters = {
  /** Part of the name or email address; one or two characters match only the beginning of a name or the address. */
  q?: string | undefined
  state?: readonly (typeof invitationStates)[number][] | undefined
  company?: string | undefined
  /** Minimum age in days. */
  olderThan?: string | undefined
  /** Maximum number of hours until the link expires. */
  expiresWithin?: string | undefined
}

/** Returns the SQL condition that invitations `i`, joined with the expiry `l` of their links, meet the filters. */
export function meetsFilters(filters: InvitationFilters): Sql {
  const { q = '', state, company, olderThan, expiresWithin } = filters
  // Open and expired invitations together are all waiting ones.
  const isOpenOrExpired = state?.length === 2 && state.includes('open') && state.includes('expired')
  const states = isOpenOrExpired ? [isWaiting] : (state ?? []).map((each) => isInState[each])
  // Redundant condition that avoids reading the links of accepted invitations, which are the majority.
  const isUnaccepted = !state || state.includes('accepted') ? sql`true` : sql`i.accepted_at is null`
  return sql`${isUnaccepted} and ${states.length > 0 ? sql`(${join(states, ' or ')})` : sql`true`}
    and ${foldText(q) === '' ? sql`true` : matchesSearch(q)}
    and ${company === undefined ? sql`true` : sql`i.partner_id = ${isId(company) ? company : null}`}
    and ${olderThan === undefined ? sql`true` : sql`i.created_at < now() - ${`${olderThan} days`}::interval`}
    and ${expiresWithin === undefined ? sql`true` : expiresIn(sql`${`${expiresWithin} hours`}::interval`)}`
}

/**
 * Returns the SQL condition for a search. A worker fills missing search texts; until then, the columns are searched.
 */
function matchesSearch(q: string): Sql {
  return sql`(${hasWords(sql`i.search_text`, foldText(q))} or (i.search_text is null
    and strpos(lower(concat_ws(' ', i.firstname, i.lastname, i.email)), lower(${q.trim()})) > 0))`
}

/**
 * Returns the SQL condition for waiting invitations whose link expires within `time`; it also uses the links' index.
 */
function expiresIn(time: Sql): Sql {
  const isSoon = (expiry: Sql) => sql`${expiry} > now() and ${expiry} <= now() + ${time}`
  return sql`(
    ${isWaiting} and ${isSoon(sql`l.expires_at`)}
    and i.id in (select s.invitation_id from one_time_links s where ${isSoon(sql`s.expires_at`)}))`
}

/** Returns the query for the invitations that meet the filters. It selects no columns. */
export function matchingInvitations(filters: InvitationFilters): Sql {
  return sql`select from invitations i ${withExpiry} where ${meetsFilters(filters)}`
}

/** Counts the invitations (`i`) that meet a condition. */
export function countInvitations(db: Db, condition: Sql): Promise<Total> {
  return countRows(db, sql`1 from invitations i ${withExpiry} where ${condition}`)
}

/** Lists the invitations (`i`) that meet a condition, the latest first, by id: ids increase with time. */
export function listInvitations(
  db: Db,
  condition: Sql,
  { take, after }: { take: number; after?: Page['after'] },
): Promise<ListedInvitation[]> {
  const isNext = after ? sql`i.id < ${after[0]}::uuid` : sql`true`
  const where = sql`${condition} and ${isNext} order by i.id desc limit ${take}`
  return selectInvitations(db, { from: sql`invitations i`, key: sql`array[i.id::text]`, where })
}

const sorts = {
  sent: sql`coalesce(i.sent_at, i.created_at)`,
  expires: sql`coalesce(i.link_expires_at, '-infinity'::timestamptz)`,
} as const
export type InvitationSort = keyof typeof sorts | `-${keyof typeof sorts}`

/** Maximum number of invitations that are read in sort order to find those of one page that meet the filters. */
const maxScanned = 5_000

/**
 * Returns one page of the invitations that meet the filters, sorted by a column. If it stops after `maxScanned`
 * invitations, `bound` contains the position at which the next page continues.
 */
export async function sortInvitations(
  db: Db,
  filters: InvitationFilters,
  sort: InvitationSort,
  { take, after }: Page,
): Promise<FoundPage<ListedInvitation>> {
  const column = sorts[sort.replace('-', '') as keyof typeof sorts]
  const [direction, comparison] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const order = sql`order by ${column} ${direction}, i.id ${direction}`
  const key = sql`array[(${column})::text, i.id::text]`
  const isNext = after
    ? sql`(${column}, i.id) ${comparison} (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '')
  const scanned = sql`select i.* from invitations i where ${isNext} ${order} limit ${isFiltered ? maxScanned : take}`
  const where = sql`${meetsFilters(filters)} ${order} limit ${take}`
  const invitations = await selectInvitations(db, { from: sql`(${scanned}) i`, key, where })
  const last =
    isFiltered && invitations.length < take
      ? await row<{ key: string[] }>(db)`
          select ${key} as key from invitations i where ${isNext} ${order} limit 1 offset ${maxScanned - 1}`
      : undefined
  const bound = last && { scanned: maxScanned, key: last.key }
  return { rows: invitations, total: undefined, bound }
}

type Selection = { from: Sql; key: Sql; where: Sql }

function selectInvitations(db: Db, { from, key, where }: Selection): Promise<ListedInvitation[]> {
  return rows<ListedInvitation>(db)`
    select i.id, ${key} as key, i.partner_id, i.email, i.firstname, i.lastname,
           i.preferred_language, i.redirect_url, i.access_expires_at, i.platform_roles, i.created_at, coalesce(s.sent_at, i.created_at) as sent_at,
           greatest(s.times_sent, 1)::int as times_sent, l.expires_at, json_build_object('id', p.id, 'name', p.name) as partner,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name ${byName}), '[]')
            from subsystems s where s.id = any(i.subsystems)) as subsystems,
           ${isWaiting} and coalesce(
             (select m.state = 'failed' and m.last_error is distinct from ${obsoleteMail} from mails m
              where m.to_address = i.email and m.user_id is null and m.kind = 'invitation'
                and m.data->>'invitationId' = i.id::text
              order by m.created_at desc limit 1), false) as is_undelivered,
           case when i.accepted_at is not null then 'accepted'
                when i.revoked_at is not null then 'revoked'
                when l.expires_at > now() then 'open' else 'expired' end as state,
           case when i.accepted_at is not null then
             (select u.id from users u where u.email = i.email) end as user_id
    from ${from} join partners p on p.id = i.partner_id ${withExpiry}
    left join lateral (select max(created_at) as sent_at, count(*) as times_sent
                       from one_time_links where invitation_id = i.id) s on true
    where ${where}`
}

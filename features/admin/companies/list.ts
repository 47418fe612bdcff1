import type { Sql } from 'sql-template-tag'
import type { Query, Reply } from '#contract/endpoint.ts'
import { etagOf } from '#contract/fields.ts'
import { allowRulesOf, isDormant, isWithoutOwner, nameContains } from '#domain/companies/partner.ts'
import { byName } from '#server/collation.ts'
import { affects, row, rows, scalar, sql, type Db } from '#server/db.ts'
import type { Total } from '#contract/list.ts'
import { countListed, countRows, type FoundPage, type Page } from '#server/paging.ts'
import type { listPartners } from './contract.ts'

type Company = Reply<typeof listPartners>[number]
export type ListedCompany = Company & { key: string[] }

export type Filters = Pick<
  Query<typeof listPartners>,
  'q' | 'state' | 'platform' | 'noLoginFor' | 'missing' | 'delegated'
>

/** Maximum number of companies scanned for one page of the filter by last login, which has no index. */
const maxScanned = 5_000

const byNameAndId = sql`p.name ${byName}, p.id`

/** Sort orders by name. One index serves both directions. */
const orders = {
  name: { by: byNameAndId, comparison: sql`>` },
  '-name': { by: sql`p.name ${byName} desc, p.id desc`, comparison: sql`<` },
} as const

function isAfter(after: Page['after'], comparison: Sql): Sql {
  return after ? sql`(${byNameAndId}) ${comparison} (${after[0]}, ${after[1]}::uuid)` : sql`true`
}

/** Returns at most `take` companies sorted by name. `bound` is set if the filter by last login stopped at its limit. */
export async function findCompanies(
  db: Db,
  { noLoginFor, sort = 'name', ...filters }: Filters & Pick<Query<typeof listPartners>, 'sort'>,
  { take, after }: Page,
): Promise<FoundPage<ListedCompany>> {
  const { by, comparison } = orders[sort]
  const matching = sql`${meets(filters)} and ${isAfter(after, comparison)}`
  const order = sql`order by ${by}`
  if (noLoginFor === undefined) {
    const companies = await selectCompanies(db, sql`where ${matching} ${order} limit ${take}`)
    return { rows: companies, total: undefined, bound: undefined }
  }
  const scanned = sql`select p.* from partners p where ${matching} ${order} limit ${maxScanned}`
  const dormant = sql`
    select p.id from (${scanned}) p where ${isDormant(Number(noLoginFor))} ${order} limit ${take}`
  const companies = await selectCompanies(db, sql`where p.id in (${dormant}) ${order}`)
  // If the scan stopped at its limit with too few companies, the next page continues after the last one scanned.
  const lastScanned =
    companies.length < take
      ? await row<{ key: string[] }>(db)`
          select array[p.name, p.id::text] as key from partners p where ${matching}
          ${order} offset ${maxScanned - 1} limit 1`
      : undefined
  return {
    rows: companies,
    total: undefined,
    bound: lastScanned && { scanned: maxScanned, key: lastScanned.key },
  }
}

// Subqueries for statements about `partners p`.
const usersWithoutFactor = sql`select from users u where u.partner_id = p.id and u.lacks_factor and u.active`
const openInvitations = sql`
  select from invitations i
  where i.partner_id = p.id and i.accepted_at is null and i.revoked_at is null and i.link_expires_at > now()`

/** Returns the filter condition for statements about `partners p`. */
function meets({ q = '', state, platform, missing, delegated }: Omit<Filters, 'noLoginFor'>): Sql {
  return sql`${nameContains(q)}
    ${state === 'active' ? sql`and p.active` : sql``}
    ${state === 'inactive' ? sql`and not p.active` : sql``}
    ${platform === undefined ? sql`` : sql`and coalesce(${platform} = any(p.subsystems), (select s.offered_to_all from subsystems s where s.id = ${platform}), true)`}
    ${missing === undefined ? sql`` : sql`and exists (${missing === 'secondFactor' ? usersWithoutFactor : openInvitations})`}
    ${delegated === undefined ? sql`` : sql`and p.delegated`}
    ${delegated === 'withoutOwner' ? sql`and ${isWithoutOwner}` : sql``}`
}

/** Counts the matching companies. Returns undefined if there are too many to check the logins of each. */
export async function countCompanies(
  db: Db,
  { noLoginFor, ...filters }: Filters,
): Promise<Total | undefined> {
  const matching = sql`1 from partners p where ${meets(filters)}`
  const total = await countRows(db, matching)
  if (noLoginFor === undefined) return total
  if (total.count > maxScanned) return undefined
  return countRows(db, sql`${matching} and ${isDormant(Number(noLoginFor))}`)
}

export async function findCompany(db: Db, id: string): Promise<ListedCompany | undefined> {
  const [company] = await selectCompanies(db, sql`where p.id = ${id}`)
  return company
}

/** Counts the open sessions of the company's users. */
export async function countSessions(db: Db, partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from sessions s join users u on u.id = s.user_id
    where u.partner_id = ${partnerId} and s.expires_at > now()`
  return count ?? 0
}

/**
 * Returns true if more than `max` of the company's users have logged in within 30 days. Ending their sessions does not
 * change that.
 */
export function hasRecentUsers(db: Db, partnerId: string, max: number): Promise<boolean> {
  return affects(db)`
    select from users u join user_logins l on l.user_id = u.id
    where u.partner_id = ${partnerId} and l.last_login_at > now() - interval '30 days'
    offset ${max} limit 1`
}

async function selectCompanies(db: Db, clauses: Sql): Promise<ListedCompany[]> {
  const companies = await rows<Omit<ListedCompany, 'etag'> & { version: number }>(db)`
    select p.id, p.name, p.active, p.version, p.delegated, array[p.name, p.id::text] as key,
           p.subsystems,
           ${allowRulesOf} as ip_allow_rules,
           p.last_login_at as last_login,
           ${countListed(sql`select from users u where u.partner_id = p.id`)} as people,
           ${countListed(usersWithoutFactor)} as without_factor,
           ${countListed(openInvitations)} as pending_invitations
    from partners p ${clauses}`
  return companies.map(({ version, ...company }) => ({ ...company, etag: etagOf(version) }))
}
